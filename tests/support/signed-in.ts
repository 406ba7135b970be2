import { createSessionHeaders } from '#app/session/session.server.ts';
import { createSession } from '#domain/identity/sessions/create-session.ts';
import type { User } from './account.ts';
import { aVisitor, type Page, type Visitor } from './visitor.ts';

/** A browser without JavaScript in which cookies sign a user in. The login page has its own tests. */
export async function signedIn(
  url: string,
  { userId }: Pick<User, 'userId'>,
  factors: string[] = ['password'],
): Promise<Visitor> {
  const token = await createSession(userId, { kind: 'browser', userAgent: 'tests', factors });
  const visitor = aVisitor(url);
  visitor.keep(await createSessionHeaders(new Request(url), token, { remember: false }));
  return visitor;
}

/** The text of a page's main part, with `|` instead of tags. */
export const joinText = ({ html }: Pick<Page, 'html'>) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, '|');
