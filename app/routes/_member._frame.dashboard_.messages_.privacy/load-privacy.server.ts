import type { LoaderFunctionArgs } from '@remix-run/node';
import { loadKeyNames } from '#app/messages/load-key-names.server.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { listArchived } from '#domain/messaging/months/list-months.ts';
import {
  type RecipientSummary,
  summarizeRecipient,
} from '#domain/messaging/privacy/recipient-data.ts';
import { listErasures } from '#domain/messaging/privacy/request-erasure.ts';
import { listTextViews } from '#domain/messaging/privacy/views/record-text-views.ts';
import { recipientInput } from '#domain/shared/recipient.ts';

/** Entries per page. */
const erasuresPerPage = 10;
const viewsPerPage = 25;

const erasureId = /^ers_[0-9A-HJKMNP-TV-Z]{26}$/;

/** A number that was looked up; nothing is typed at first. */
export type LookupView = { typed: string; error: string | null; found: RecipientSummary | null };

/** Loads what is stored of the number in the address, a page of erasures and one of views. */
export async function loadPrivacy({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const { userId } = await requireSignedInUser(request);
  const { searchParams } = new URL(request.url);
  const erasure = searchParams.get('erasure');
  const after = erasure && erasureId.test(erasure) ? erasure : null;
  const view = searchParams.get('view');
  const [lookup, erasures, views, keys, archived] = await Promise.all([
    lookUp(userId, searchParams.get('number')?.trim() ?? ''),
    listErasures(userId, { limit: erasuresPerPage, after: after ?? undefined }),
    listTextViews(userId, { limit: viewsPerPage, after: view ?? undefined }),
    loadKeyNames(userId),
    listArchived(),
  ]);
  return { lookup, erasures, views, keys, archived, after };
}

async function lookUp(userId: string, typed: string): Promise<LookupView> {
  if (typed === '') return { typed, error: null, found: null };
  const { data: recipient, error } = recipientInput.safeParse(typed);
  if (recipient === undefined) {
    return { typed, error: error.issues[0]?.message ?? 'Please enter a phone number', found: null };
  }
  return { typed, error: null, found: await summarizeRecipient(userId, recipient) };
}
