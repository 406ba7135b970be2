import type { LoaderFunctionArgs } from '@remix-run/node';
import { daysUntilSuspension } from '#app/senders/days-until-suspension.server.ts';
import { pageOf } from '#app/senders/page-of.ts';
import { readMode } from '#domain/dlt/registry/change-registry.ts';
import { listEntities, listHeaders, listTemplates } from '#domain/dlt/registry/list-registry.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { clock } from '#platform/clock.browser.ts';

/** Headers per page. */
const pageSize = 25;

/** Loads the mode, the entities, a page of headers, and the completed steps. */
export async function loadSenders({ userId }: SignedInUser, { request }: LoaderFunctionArgs) {
  const after = new URL(request.url).searchParams.get('after');
  const [mode, entities, headers, templates] = await Promise.all([
    readMode(userId),
    listEntities(userId),
    listHeaders(userId),
    listTemplates(userId, { limit: 1 }),
  ]);
  const now = clock.now();
  const page = pageOf(headers, ({ header }) => header, after, pageSize);
  return {
    mode,
    entities,
    headers: page.entries.map((header) => ({
      ...header,
      daysLeft: header.status === 'approved' ? daysUntilSuspension(header, now) : null,
    })),
    withHeaders: [...new Set(headers.map(({ entityId }) => entityId))],
    next: page.next,
    after,
    steps: {
      hasEntity: entities.length > 0,
      hasHeader: headers.length > 0,
      hasTemplate: templates.entries.length > 0,
    },
  };
}

export type SendersView = Awaited<ReturnType<typeof loadSenders>>;

export type HeaderView = SendersView['headers'][number];
