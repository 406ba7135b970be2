import { expect, test } from 'vitest';
import { chainHash } from '#domain/delivery/carriers/submit-pdu.ts';
import { chainInput } from '#domain/dlt/registry/inputs.browser.ts';
import { registerChain } from '#domain/dlt/registry/register.ts';
import { prisma, query } from '#platform/db.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers, reacher } from '../harness/product.ts';
import { startWeb, startWorker } from '../harness/programs.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { getUsage } from '../support/account.ts';
import { client, type Reply } from '../support/client.ts';
import { anOwner, owned } from '../support/dlt-owner.ts';

const { entity, header, templateId, body } = owned;
const own = ['1102000000000000009', '1102000000000000008'];

const smsc = await createSmsc({ receiptAfterMs: 1 });
await stopAfterFile(Promise.resolve({ stop: smsc.close }));
const settings = carriers(
  carrierConfig('first', smsc, {
    chain: 'required',
    maxTelemarketers: 2,
    // The carrier's own ids are only for messages under the installation's identity.
    ...{ entityId: '1101000000000000001', telemarketerIds: ['1102000000000000002'] },
    tlvs: [
      { tag: 0x1400, source: 'entity' },
      { tag: 0x1401, source: 'template' },
      { tag: 0x1402, source: 'chain' },
    ],
  }),
);
// This test file starts a separate web server, because a shared web server caches for some seconds whether carriers
// require chains.
const [web] = await Promise.all([
  stopAfterFile(startWeb(settings)),
  stopAfterFile(startWorker(settings)),
]);
await until('the carrier is bound', () => smsc.connections() > 0);

let recipients = 9_876_520_000;

/** An account with a header, which sends to an unused number. */
async function aSender() {
  const account = await anOwner();
  const call = client(web.url, account);
  recipients += 1;
  const recipient = String(recipients);
  const message = body.replace('{#alphanumeric#}', 'A1');
  const item = { recipient, message, sender_id: header, template_id: templateId };
  const setChain = (more: { is_approved: boolean; telemarketer_ids?: string[] }) => {
    const chain = { entity_id: entity, carrier: 'first', telemarketer_ids: own, ...more };
    return registerChain(account.userId, chainInput.parse(chain));
  };
  const send = () => call.post('/messages/send-message', item);
  return {
    ...{ account, call, item, setChain, send, reach: reacher(call) },
    /** Sends until a change of the chain takes effect. */
    untilItAnswers: (code: string | undefined) =>
      until(`it answers ${code}`, async () => {
        const reply = await send();
        return codeOf(reply) === code ? reply : null;
      }),
    got: () => smsc.phones.conversation(`91${recipient}`).messages.map(({ dlt }) => dlt),
  };
}

const codeOf = ({ body: { error } }: Reply): string | undefined => error?.code;

test('if the carrier requires a chain, a message without an approved chain is rejected, and not stored or charged', async () => {
  const { account, call, item, setChain, send, untilItAnswers, got } = await aSender();
  const missing = await send();
  expect([missing.status, missing.body.error]).toMatchObject([
    422,
    { code: 'dlt_chain_missing', param: 'entity_id' },
  ]);
  expect(missing.body.error.message).toContain('first');
  expect(missing.body.error.docUrl).toMatch(/\/docs\/dlt#dlt_chain_missing$/);
  const batch = await call.post('/messages/batch', { messages: [item] });
  expect(batch.body.data).toMatchObject([{ error: { code: 'dlt_chain_missing' } }]);
  const checked = await call.post('/dlt/check', { messages: [item] });
  expect(checked.body.data).toMatchObject([{ verdict: 'dlt_chain_missing' }]);

  await setChain({ is_approved: false });
  expect((await untilItAnswers('dlt_chain_not_approved')).status).toBe(422);
  await setChain({ is_approved: true, telemarketer_ids: [...own, '1102000000000000007'] });
  expect((await untilItAnswers('dlt_chain_too_long')).status).toBe(422);

  const { userId } = account;
  expect(await prisma.message.count({ where: { userId } })).toBe(0);
  expect((await getUsage(account)).messagesUsed).toBe(0);
  expect(got()).toEqual([]);
});

test('the carrier gets the hash of the account’s approved chain, not the hash of the carrier’s own telemarketers', async () => {
  const { setChain, untilItAnswers, reach, got } = await aSender();
  await setChain({ is_approved: true });
  const { body } = await untilItAnswers(undefined);
  expect(body.data.warnings).toEqual([]);
  await reach(body.data._id, 'delivered');
  expect(got()).toEqual([{ entity, template: templateId, chain: chainHash(entity, own) }]);
});

test('a waiting message fails without a charge if the approval of its chain is withdrawn', async () => {
  const { account, setChain, untilItAnswers, reach, got } = await aSender();
  await setChain({ is_approved: true });
  smsc.network.set('throttled', 1_000);
  const { _id: id } = (await untilItAnswers(undefined)).body.data;
  const setDue = (when: string) =>
    query(
      'set-due',
      `UPDATE message_queue SET due_at = now() + $2::interval
       WHERE message_id = $1 AND worker_id IS NULL RETURNING 1`,
      [id, when],
    );
  // No worker has reserved the message yet, so the worker that will reserve it reads the new chain.
  await until('it waits for another attempt', async () => (await setDue('1 hour')).length > 0);
  await setChain({ is_approved: false });
  smsc.reset();
  await setDue('-1 second');
  expect((await reach(id, 'failed')).reason).toContain('dlt_chain_');
  expect(got()).toEqual([]);
  expect((await getUsage(account)).messagesUsed).toBe(0);
});
