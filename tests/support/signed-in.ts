import type { User } from './account.ts';
import { aVisitor, type Page, type Visitor } from './visitor.ts';

/** A browser without JavaScript in which a user is signed in. */
export async function signedIn(url: string, user: User): Promise<Visitor> {
  const visitor = aVisitor(url);
  await visitor.follow(await visitor.post('/login', user));
  return visitor;
}

/** What a page says in its main part, without its tags, which leave a bar between the texts. */
export const textOf = ({ html }: Pick<Page, 'html'>) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, '|');
