import { paths } from '#app/paths.ts';
import { hideFirstSteps } from '#domain/identity/accounts/update-user.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { aMember } from './member.ts';
import type { Visitor } from './visitor.ts';

/** A member with a key of each mode who has completed the first steps. */
export async function aMemberOfBothModes(url: string) {
  const member = await aMember(url);
  const { userId } = member;
  await hideFirstSteps(userId);
  const live = await createKey({ userId, name: 'Shop' });
  const tests = await createKey({ userId, name: 'Try-outs', livemode: false });
  return { ...member, live, tests };
}

/**
 * Selects a mode of the dashboard.
 *
 * @param to the page to which the response redirects
 */
export const choose = (visitor: Visitor, mode: string, to = paths.dashboard()) =>
  visitor.post(paths.mode, { mode, to });

/** The mode that a page of the dashboard shows. */
export const shownMode = (html: string) =>
  /aria-pressed="true"[^>]*value="(live|test)"/.exec(html)?.[1];
