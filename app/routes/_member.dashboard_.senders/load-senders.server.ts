import type { LoaderFunctionArgs } from '@remix-run/node';
import { idleAfterMs } from '#domain/dlt/check/check-identities.ts';
import { readMode } from '#domain/dlt/registry/change-registry.ts';
import type { Header } from '#domain/dlt/registry/contract.browser.ts';
import { listEntities, listHeaders, listTemplates } from '#domain/dlt/registry/list-registry.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { pageOf } from '#domain/shared/page.browser.ts';
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

type SendersView = Awaited<ReturnType<typeof loadSenders>>;

export type HeaderView = SendersView['headers'][number];

/** Operators suspend headers that were unused for this many days. */
const suspendedAfterMs = 30 * 86_400_000;

/**
 * The number of days until operators suspend an unused header; 0 if they may already have suspended it.
 *
 * @param header if it was never used here, the days count from its approval
 * @returns null while the suspension is far off
 */
export function daysUntilSuspension(
  { lastUsedAt, decidedAt }: Pick<Header, 'lastUsedAt' | 'decidedAt'>,
  now: Date,
): number | null {
  const idleSince = lastUsedAt ?? decidedAt;
  if (idleSince === null) return null;
  const idleMs = now.getTime() - idleSince.getTime();
  if (idleMs < idleAfterMs) return null;
  return Math.max(0, Math.ceil((suspendedAfterMs - idleMs) / 86_400_000));
}
