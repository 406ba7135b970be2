import { expect, test } from 'vitest';
import { docsSections } from '#app/content/docs.ts';
import { findDocsPage } from '#app/content/read-docs.server.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { startFlakyProxy } from '../harness/proxy.ts';
import { missingTools, runProgram } from '../harness/run-program.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { type Account, anAccount } from '../support/account.ts';
import { testSamples } from '../support/sample-tests.ts';

// tests/long/samples.test.ts runs the other languages.
await testSamples(['javascript']);

const web = await sharedWeb();

/** The programs in the documentation, by their titles. */
const programs = new Map(
  docsSections
    .flatMap(({ id }) => findDocsPage(id)?.blocks ?? [])
    .flatMap((block) => (block.kind === 'code' && block.title ? [[block.title, block.text]] : [])),
);

/** One of the programs, with the address of the API replaced. */
const program = (title: string, url: string) =>
  (programs.get(title) ?? `the documentation has no ${title}`).replaceAll(
    serverSettings.PUBLIC_URL,
    url,
  );

const keyOf = ({ keyId, secretKey }: Account) => ({ DAKIYA_ID: keyId, DAKIYA_KEY: secretKey });

const runs = [
  { language: 'javascript', helper: 'dakiya.mjs', use: 'Use of dakiya.mjs' },
  { language: 'python', helper: 'dakiya.py', use: 'Use of dakiya.py' },
] as const;

for (const { language, helper, use } of runs) {
  const here = missingTools(language).length === 0;
  const run = async (account: Account, url: string) =>
    runProgram(language, program(use, url), {
      files: { [helper]: program(helper, url) },
      env: keyOf(account),
    });

  test.skipIf(!here)(`${helper} sends a message, and reports the code of an error`, async () => {
    const account = await anAccount();
    const { ok, output } = await run(account, web.url);
    const [row, ...others] = await prisma.message.findMany({ where: { userId: account.userId } });
    expect([ok, row?.userId, others]).toEqual([true, account.userId, []]);
    expect(output).toMatch(/(msg|otp)_\w+/);
    const refused = await run({ ...account, secretKey: 'sk_wrong' }, web.url);
    expect(refused.output).toContain('invalid_credentials');
  });

  test.skipIf(!here)(`${helper} sends once after a lost answer`, async () => {
    const account = await anAccount();
    const proxy = await startFlakyProxy(web.url);
    try {
      const { ok, output } = await run(account, proxy.url);
      expect([ok, output, proxy.requests()]).toEqual([true, expect.stringMatching(/_\w{20}/), 3]);
      expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(1);
    } finally {
      proxy.close();
    }
  });
}

test('count-day.mjs counts the messages of a day', async () => {
  const account = await anAccount();
  const { ok, output } = await runProgram('javascript', program('count-day.mjs', web.url), {
    env: keyOf(account),
  });
  expect([ok, output]).toEqual([true, expect.stringContaining('(index)')]);
});
