import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { client } from '../support/client.ts';
import { aMember } from '../support/member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { joinText } from '../support/signed-in.ts';

const web = await sharedWeb();

test('over REST and on the dashboard, the mask of a test key’s secret starts with the prefix of test keys', async () => {
  const { user, userId, visitor } = await aMember(web.url);
  const live = await createKey({ userId, name: 'Shop' });
  const tests = await createKey({ userId, name: 'Tests', livemode: false });
  await signedInLongAgo(userId);
  const { body } = await client(web.url, user).get('/api-keys/view-api-keys');
  expect(body.data).toEqual([
    { ...live, secretKey: 'sk_••••••••' },
    { ...tests, secretKey: 'sk_test_••••••••' },
  ]);
  const text = joinText(await visitor.get(paths.dashboard('manage-api')));
  expect(text).toContain('|sk_••••••••|');
  expect(text).toContain('|sk_test_••••••••|');
  expect(joinText(await visitor.get(paths.key(tests._id)))).toContain('|sk_test_••••••••|');
});
