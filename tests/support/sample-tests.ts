import { describe, expect, test } from 'vitest';
import type { Language } from '#app/preferences/preferences.ts';
import { placeholders } from '#app/samples/contract.ts';
import { languagesOf, receivers, sampleNames } from '#app/samples/read-sample.server.ts';
import { prisma } from '#platform/db.ts';
import { handsetJson } from '#sandbox/handset/routes.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers, reacher } from '../harness/product.ts';
import { startWorker } from '../harness/programs.ts';
import { startFlakyProxy } from '../harness/proxy.ts';
import { missingTools } from '../harness/run-program.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount } from './account.ts';
import { client } from './client.ts';
import { dltText, registerAll } from './dlt-requests.ts';
import { runSample, type SampleValues } from './run-sample.ts';
import { aTestKeyOf } from './test-key.ts';
import { anEndpoint } from './webhooks.ts';

let used = 0;
/** An unused number. */
const aNumber = () => String(9_811_200_000 + used++);

/**
 * Defines a test for every sample in some languages, which runs the sample as a reader would. Call this at the top level of
 * a file.
 */
export async function testSamples(tried: readonly Language[]) {
  const smsc = await stopAfterFile(
    createSmsc({ receiptAfterMs: 1 }).then((smsc) => ({ ...smsc, stop: () => smsc.close() })),
  );
  const [web] = await Promise.all([
    sharedWeb(),
    stopAfterFile(startWorker(carriers(carrierConfig('first', smsc)))),
  ]);

  /** Runs a sample against the web server of this file. */
  const run = (name: string, language: Language, account: Account, given: SampleValues = {}) =>
    runSample(name, language, account, { url: web.url, ...given });

  /**
   * Messages for the sample that lists messages: 52 that it must list, which is a full page and two messages, and one
   * message that it must omit.
   */
  const owner = await anAccount();
  const listed = await (async () => {
    const call = client(web.url, owner);
    const messages = Array.from({ length: 52 }, () => ({ recipient: aNumber(), message: 'Hello' }));
    const { body } = await call.post('/messages/batch', { messages });
    const ids: string[] = body.data.map(({ data }: { data: { _id: string } }) => data._id);
    const other = await call.send('9999900002', 'Hello');
    await reacher(call)(other.body.data._id, 'undelivered');
    await until('all are delivered', async () => {
      const where = { userId: owner.userId, state: 'delivered' as const };
      return (await prisma.message.count({ where })) === ids.length;
    });
    return { ids: ids.sort().reverse(), other: other.body.data._id as string };
  })();

  const rowsOf = ({ userId }: Account) =>
    prisma.message.findMany({ where: { userId }, orderBy: { id: 'asc' } });

  describe.each(tried)('the samples run: %s', (language) => {
    const here = missingTools(language).length === 0;
    const sample = (title: string, body: (account: Account) => Promise<void>) =>
      test.skipIf(!here).concurrent(title, async () => body(await anAccount()));

    sample('send-message sends it and says its id', async (account) => {
      const recipient = aNumber();
      const { ok, output } = await run('send-message', language, account, { recipient });
      const [row, ...others] = await rowsOf(account);
      expect([ok, output, others]).toEqual([true, expect.stringContaining(`${row?.id}`), []]);
      expect(row).toMatchObject({
        recipient: `+91${recipient}`,
        content: 'Your order has been shipped.',
      });
    });

    sample('post-message sends it from the sender that it names', async (account) => {
      const { ok, output } = await run('post-message', language, account);
      const [row] = await rowsOf(account);
      expect([ok, output]).toEqual([true, expect.stringContaining(`${row?.id}`)]);
      expect(row?.sender).toBe('DAKIYA');
    });

    sample('send-batch sends both and says their ids', async (account) => {
      const { ok, output } = await run('send-batch', language, account);
      const rows = await rowsOf(account);
      expect([ok, rows.length]).toEqual([true, 2]);
      for (const { id } of rows) expect(output).toContain(id);
    });

    sample('send-otp-channels sends a code that is emailed later', async (account) => {
      const sent = await run('send-otp-channels', language, account, { recipient: aNumber() });
      const otp = await prisma.otp.findFirstOrThrow({
        where: { userId: account.userId },
        include: { sendAttempts: true },
      });
      expect([sent.ok, sent.output]).toEqual([true, expect.stringContaining(otp.id)]);
      expect(otp.sendAttempts).toHaveLength(2);
    });

    sample('send-otp and verify-otp send a code and check it', async (account) => {
      const recipient = aNumber();
      const sent = await run('send-otp', language, account, { recipient });
      const { id } = await prisma.otp.findFirstOrThrow({ where: { userId: account.userId } });
      expect([sent.ok, sent.output]).toEqual([true, expect.stringContaining(id)]);
      const text = await until(
        'the code arrives',
        () => handsetJson(smsc, `91${recipient}`).messages[0]?.text,
      );
      const otp = /\d{6}/.exec(text)?.[0] ?? '';
      const checked = await run('verify-otp', language, account, { recipient, otp });
      expect(checked.output).toContain('OTP verified successfully!');
      const again = await run('verify-otp', language, account, { recipient, otp });
      expect([checked.ok, again.ok]).toEqual([true, false]);
      expect(again.output).toContain('The OTP was used before.');
    });

    sample('get-message shows the state and the timeline', async () => {
      const [messageId = ''] = listed.ids;
      const { ok, output } = await run('get-message', language, owner, { messageId });
      expect([ok, output]).toEqual([true, expect.stringContaining(messageId)]);
      expect(output).toMatch(/delivered.*submitted.*receipt/s);
    });

    sample('list-messages lists a page and the next, newest first', async () => {
      const messageId = listed.ids[49] ?? '';
      const { ok, output } = await run('list-messages', language, owner, { messageId });
      expect(ok).toBe(true);
      // Some samples print the whole response with the cursor.
      const printed = output.replaceAll(/"next":"\w+"/g, '');
      expect(printed.match(/msg_\w+/g)).toEqual(listed.ids);
      expect(output).not.toContain(listed.other);
    });

    sample('get-balance says how many messages are left', async (account) => {
      const { ok, output } = await run('get-balance', language, account);
      expect([ok, output]).toEqual([true, expect.stringContaining('100000')]);
    });

    sample('send-once sends once, though an answer was lost and one was a 503', async (account) => {
      const proxy = await startFlakyProxy(web.url);
      try {
        const { ok, output } = await run('send-once', language, account, { url: proxy.url });
        const [row, ...others] = await rowsOf(account);
        expect([ok, proxy.requests(), others]).toEqual([true, 3, []]);
        expect(output).toContain(`${row?.id}`);
      } finally {
        proxy.close();
      }
    });

    sample('wait-for-delivery ends when the message is delivered', async (account) => {
      const { ok, output } = await run('wait-for-delivery', language, account);
      const [row] = await rowsOf(account);
      expect([ok, output, row?.state]).toEqual([
        true,
        expect.stringContaining(`${row?.id}`),
        'delivered',
      ]);
    });

    sample('wait-for-delivery fails when the message is undelivered', async (account) => {
      const given = { recipient: '9999900002' };
      const { ok, output } = await run('wait-for-delivery', language, account, given);
      expect([ok, output]).toEqual([false, expect.stringContaining('undelivered')]);
    });

    const names = sampleNames().filter((name) => languagesOf(name).includes(language));

    if (names.includes('schedule-message')) {
      sample('schedule-message schedules it', async (account) => {
        const sendAt = new Date(Date.now() + 86_400_000).toISOString();
        const { ok, output } = await run('schedule-message', language, account, { sendAt });
        const { userId } = account;
        const { id, dueAt } = await prisma.scheduledMessage.findFirstOrThrow({ where: { userId } });
        expect([ok, output, dueAt?.toISOString()]).toEqual([
          true,
          expect.stringContaining(id),
          sendAt,
        ]);
      });

      sample('read-analytics prints figures', async (account) => {
        const { ok, output } = await run('read-analytics', language, account);
        expect([ok, output]).toEqual([true, expect.stringContaining('delivered')]);
      });

      sample(
        'register-sender registers entity, header and template, and may run twice',
        async (account) => {
          for (let i = 0; i < 2; i += 1) {
            const { ok, output } = await run('register-sender', language, account);
            expect([ok, output]).toEqual([true, expect.stringContaining('1107160000000000001')]);
          }
          const where = { userId: account.userId };
          expect(await prisma.dltHeader.count({ where })).toBe(1);
          expect(await prisma.dltTemplate.count({ where })).toBe(1);
        },
      );

      sample('import-templates reads a file and registers nothing', async (account) => {
        const { ok, output } = await run('import-templates', language, account);
        // On a busy machine, the file is still being read when the call returns.
        expect([ok, output]).toEqual([true, expect.stringMatching(/checked|running|queued/)]);
        expect(await prisma.dltTemplate.count({ where: { userId: account.userId } })).toBe(0);
      });

      sample('check-messages prints the verdict of each message', async (account) => {
        await registerAll(account.userId);
        const { ok, output } = await run('check-messages', language, account);
        expect([ok, output]).toEqual([true, expect.stringMatching(/dlt_template_.*\bok\b/s)]);
      });

      sample('send-by-template sends the template with its value', async (account) => {
        await registerAll(account.userId);
        const { ok, output } = await run('send-by-template', language, account);
        const [row] = await rowsOf(account);
        expect([ok, output]).toEqual([true, expect.stringContaining(dltText)]);
        expect(row?.content).toBe(dltText);
      });

      sample('create-endpoint creates it and says its secret', async (account) => {
        const { ok, output } = await run('create-endpoint', language, account);
        expect([ok, output]).toEqual([true, expect.stringContaining('whsec_')]);
      });

      sample('replay-events starts to replay what failed', async (account) => {
        const { _id: endpointId } = await anEndpoint(account.userId, 'https://hooks.example/');
        const given = { endpointId, since: new Date(Date.now() - 3_600_000).toISOString() };
        const { ok, output } = await run('replay-events', language, account, given);
        expect([ok, output]).toEqual([true, expect.stringContaining('running')]);
      });

      sample('list-undelivered finds nothing on a day without messages', async (account) => {
        const { ok, output } = await run('list-undelivered', language, account);
        expect([ok, output.match(/msg_\w+/)]).toEqual([true, null]);
      });

      sample('import-headers reads a file and registers nothing', async (account) => {
        await registerAll(account.userId);
        const before = await prisma.dltHeader.count({ where: { userId: account.userId } });
        const { ok, output } = await run('import-headers', language, account);
        expect([ok, output]).toEqual([true, expect.stringMatching(/checked|running|queued/)]);
        expect(await prisma.dltHeader.count({ where: { userId: account.userId } })).toBe(before);
      });

      sample('register-chain registers the chain of an entity', async (account) => {
        await registerAll(account.userId);
        const { ok, output } = await run('register-chain', language, account);
        expect([ok, output]).toEqual([true, expect.stringContaining('1101172974420830004')]);
      });

      sample('add-evidence adds a file to a header, and prints its status', async (account) => {
        await run('register-sender', language, account);
        const { ok, output } = await run('add-evidence', language, account);
        expect([ok, output]).toEqual([true, expect.stringMatching(/ACMEIN.*pending/s)]);
        expect(await prisma.dltHeaderEvidence.count({ where: { userId: account.userId } })).toBe(1);
      });

      sample('suppress-file suppresses the number of the file', async (account) => {
        const { ok } = await run('suppress-file', language, account);
        const [row] = await prisma.suppression.findMany({ where: { userId: account.userId } });
        expect([ok, row]).toMatchObject([true, { recipient: '+919876543210' }]);
      });

      sample('send-test-event posts an event with sample data', async (account) => {
        const { _id: endpointId } = await anEndpoint(account.userId, 'https://hooks.example/');
        const { ok, output } = await run('send-test-event', language, account, { endpointId });
        expect([ok, output]).toEqual([true, expect.stringMatching(/evt_\w+/)]);
      });

      sample('create-msg91-endpoint creates an endpoint of this format', async (account) => {
        const { ok } = await run('create-msg91-endpoint', language, account);
        const [row] = await prisma.webhookEndpoint.findMany({ where: { userId: account.userId } });
        expect([ok, row]).toMatchObject([true, { format: 'msg91' }]);
      });

      sample('send-in-test-mode and read-test-code work with a test key', async (account) => {
        const key = await aTestKeyOf(account);
        const sent = await run('send-in-test-mode', language, key);
        const [row] = await rowsOf(account);
        expect([sent.ok, row]).toMatchObject([true, { livemode: false }]);
        const read = await run('read-test-code', language, key);
        expect([read.ok, read.output]).toEqual([true, expect.stringContaining('Hello')]);
      });

      sample('erase-recipient starts to erase the data of a number', async (account) => {
        const { ok, output } = await run('erase-recipient', language, account);
        expect([ok, output]).toEqual([true, expect.stringContaining('ers_')]);
      });
    }

    for (const name of names.filter((name) => !receivers.includes(name))) {
      sample(`${name} fails without the right key, and says so`, async (account) => {
        const { secretKey } = placeholders;
        const { ok, output } = await run(name, language, account, { secretKey });
        expect([ok, output]).toEqual([
          false,
          expect.stringContaining('The API ID or API key is invalid.'),
        ]);
        expect(await rowsOf(account)).toEqual([]);
      });
    }
  });
}
