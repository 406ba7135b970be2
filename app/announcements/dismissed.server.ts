import { hostCookie, readText } from '#app/session/cookies.server.ts';
import type { UserOutput } from '#domain/billing/get-user.ts';
import { listCurrentAnnouncements } from '#domain/notifications/announcements/announcements.ts';
import type { Announcement } from '#domain/notifications/announcements/contract.browser.ts';

/** The ids of the announcements that this browser has dismissed, separated by dots. */
const cookie = hostCookie('dismissed');

/** How long a browser keeps the ids: half a year, in seconds. */
const maxAge = 180 * 24 * 3_600;

/** The maximum number of dismissed announcements that a browser remembers; the oldest is forgotten first. */
const maxDismissed = 20;

const idPattern = /^ann_[0-9A-Z]{26}$/;

const readDismissed = async (request: Request): Promise<string[]> =>
  ((await readText(cookie, request)) ?? '').split('.').filter((id) => idPattern.test(id));

/** Lists the announcements that a user has not dismissed in this browser. */
export async function readAnnouncements(
  request: Request,
  { _id, plan }: Pick<UserOutput, '_id' | 'plan'>,
): Promise<Announcement[]> {
  const current = await listCurrentAnnouncements(_id, plan.plans[0]?.name ?? '');
  if (current.length === 0) return current;
  const dismissed = await readDismissed(request);
  return current.filter(({ id, dismissible }) => !dismissible || !dismissed.includes(id));
}

/** The `Set-Cookie` header with which the browser remembers one more dismissed announcement; null for an unknown id. */
export async function serializeDismissed(request: Request, id: unknown): Promise<string | null> {
  if (typeof id !== 'string' || !idPattern.test(id)) return null;
  const others = (await readDismissed(request)).filter((one) => one !== id);
  return cookie.serialize([...others, id].slice(-maxDismissed).join('.'), { maxAge });
}
