import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { aUser } from '../support/account.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { signedIn } from '../support/signed-in.ts';

const web = await sharedWeb();

test('a user without payments sees an empty history that links to the plans', async () => {
  const visitor = await signedIn(web.url, await aUser());
  const { status, html } = await visitor.get(paths.dashboard('billing-history'));
  expect(status).toBe(200);
  expect(html).toContain('<title>Billing History · Dakiya</title>');
  const main = /<main.*<\/main>/s.exec(html)?.[0];
  expect(main).toContain('No billing history yet');
  expect(main).toContain('href="/plans"');
  expect(main).not.toContain('<table');
});
