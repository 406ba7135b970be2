import type { Asked } from '#app/dashboard/asked.ts';
import { listRefused } from '#domain/refused-requests/list-refused.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { settingsOf } from '#domain/settings/settings-of.server.ts';
import type { RefusedView } from './contract.ts';
import { loadKeyNames } from './load-key-names.server.ts';

/** Refused requests on a page. */
const pageSize = 25;

const refusedId = /^ref_[0-9A-HJKMNP-TV-Z]{26}$/;

/** One page of the refused requests. */
export async function loadRefused({ userId }: SignedIn, { search }: Asked): Promise<RefusedView> {
  const last = search.get('after');
  const after = last && refusedId.test(last) ? last : undefined;
  const [keys, refused, { errorLogging }] = await Promise.all([
    loadKeyNames(userId),
    listRefused(userId, { after, limit: pageSize }),
    settingsOf(userId),
  ]);
  return { keys, refused, after, isLogged: errorLogging };
}
