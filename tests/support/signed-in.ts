import { keepSession } from '#app/session/session.server.ts';
import type { User } from './account.ts';
import { aVisitor, type Page, type Visitor } from './visitor.ts';

/** What a login hands to a browser, without the page: how one signs in is for its own tests. */
export const cookiesOf = (url: string, { token }: Pick<User, 'token'>): Promise<Headers> =>
  keepSession(new Request(url), token, { remember: false });

/** A browser without JavaScript in which a user is signed in. */
export async function signedIn(url: string, user: Pick<User, 'token'>): Promise<Visitor> {
  const visitor = aVisitor(url);
  visitor.keep(await cookiesOf(url, user));
  return visitor;
}

/** What a page says in its main part, without its tags, which leave a bar between the texts. */
export const textOf = ({ html }: Pick<Page, 'html'>) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, '|');
