import { createSessionHeaders } from '#app/session/session.server.ts';
import { createSession } from '#domain/identity/sessions/create-session.ts';
import type { User } from './account.ts';
import { aVisitor, type Page, type Visitor } from './visitor.ts';

/**
 * A browser without JavaScript in which a user is signed in: with the cookies of a login, without its page. How
 * one signs in is for its own tests.
 */
export async function signedIn(url: string, { userId }: Pick<User, 'userId'>): Promise<Visitor> {
  const token = await createSession(userId, { kind: 'browser', userAgent: 'tests' });
  const visitor = aVisitor(url);
  visitor.keep(await createSessionHeaders(new Request(url), token, { remember: false }));
  return visitor;
}

/** What a page says in its main part, without its tags, which leave a bar between the texts. */
export const joinText = ({ html }: Pick<Page, 'html'>) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, '|');
