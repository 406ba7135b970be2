import { expect, test } from 'vitest';
import { decideHeader } from '#domain/dlt/registry/header-decisions.ts';
import { prisma, query } from '#platform/db.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers } from '../harness/product.ts';
import { startWeb, startWorker } from '../harness/programs.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { type anAccount, getUsage } from '../support/account.ts';
import { dltEntityId, setDltMode } from '../support/dlt.ts';
import { aDltSender, codeTemplate, otherTemplate, saleTemplate } from '../support/dlt-sender.ts';

/** Hours for promotional messages that exclude the present: a single hour that begins five hours from now. */
const closed = (() => {
  const hour = (at: number) => `${String(((at % 24) + 24) % 24).padStart(2, '0')}:00`;
  const india = new Date(Date.now() + 5.5 * 3_600_000).getUTCHours();
  return { from: hour(india + 5), to: hour(india + 6) };
})();

const smsc = await createSmsc({ receiptAfterMs: 1 });
await stopAfterFile(Promise.resolve({ stop: smsc.close }));
const settings = {
  ...carriers(carrierConfig('first', smsc)),
  PROMOTIONAL_HOURS: `${closed.from}-${closed.to}`,
};
const [web] = await Promise.all([
  stopAfterFile(startWeb(settings)),
  stopAfterFile(startWorker(settings)),
]);
await until('the carrier is bound', () => smsc.connections() > 0);

const aSender = () => aDltSender(web.url);

/**
 * Waits for all rejections: messages accepted before a change took effect fail one after the other, and are credited back.
 */
const untilNothingIsCharged = (account: Awaited<ReturnType<typeof anAccount>>) =>
  until('nothing is charged', async () => (await getUsage(account)).messagesUsed === 0);

test('outside the permitted hours a promotional message is rejected; if the call allows it to be deferred, it waits and is sent in order', async () => {
  const { send, reach, call, account } = await aSender();
  const sale = (percent: number, more = {}) =>
    send({
      message: `Sale: ${percent} percent off. Reply STOP to stop. - ACME`,
      sender_id: '567890',
      ...more,
    });
  const refused = await sale(10);
  expect(refused.body.error).toMatchObject({ code: 'dlt_promo_window' });
  expect(refused.body.error.message).toContain(closed.from);
  const waiting = [];
  for (const percent of [20, 30]) waiting.push(await sale(percent, { when_closed: 'defer' }));
  const scheduled = waiting.map(({ body }) => body.data.scheduledFor);
  expect(new Set(scheduled).size).toBe(1);
  const india = new Date(Date.parse(scheduled[0]) + 5.5 * 3_600_000).toISOString();
  expect(india.slice(11, 16)).toBe(closed.from);
  const ids = waiting.map(({ body }) => body.data._id);
  const queued = await query<{ id: string }>(
    'waiting-messages',
    'SELECT message_id AS id FROM message_queue WHERE user_id = $1 AND due_at > now() ORDER BY due_at, message_id',
    [account.userId],
  );
  expect(queued.map(({ id }) => id)).toEqual(ids);
  // Only the second message becomes due early. The worker checks this message again, and the message keeps waiting.
  await query('hasten', 'UPDATE message_queue SET due_at = now() WHERE message_id = $1', [ids[1]]);
  await until('it is looked at again', async () => {
    const { body } = await call.get(`/messages/${ids[1]}`);
    return body.data.reason?.startsWith('dlt_promo_window') && body.data.status === 'queued';
  });
  // This message was accepted without `defer`, and the hours end before it is sent.
  await query('no-wait', 'UPDATE messages SET may_wait = false WHERE id = $1', [ids[0]]);
  await query('hasten', 'UPDATE message_queue SET due_at = now() WHERE message_id = $1', [ids[0]]);
  expect((await reach(ids[0], 'failed')).reason).toContain('dlt_promo_window');
  expect((await getUsage(account)).messagesUsed).toBe(1);
});

test('a waiting message fails without a charge if its header is suspended', async () => {
  const { account, send, reach } = await aSender();
  smsc.network.set('throttled', 1_000);
  const sent = await send({ message: 'Your code is 5. - ACME' });
  const suspend = `UPDATE dlt_headers SET status = 'suspended' WHERE user_id = $1 AND header = 'ACMEIN'`;
  await query('suspend', suspend, [account.userId]);
  await setDltMode(account.userId, 'enforce');
  await until('the suspension is felt', async () => {
    const reply = await send({ message: 'Your code is 6. - ACME' });
    return reply.status === 422;
  });
  smsc.reset();
  const message = await reach(sent.body.data._id, 'failed');
  expect(message.reason).toContain('dlt_header_suspended');
});

test('a waiting message fails without a charge if its template is removed', async () => {
  const { account, call, send, reach } = await aSender();
  smsc.network.set('throttled', 1_000);
  const sent = await send({ message: 'Your code is 7. - ACME' });
  expect((await call.call('DELETE', `/dlt/templates/${codeTemplate}`)).status).toBe(200);
  await until('the removal is felt', async () => {
    const reply = await send({ template_id: codeTemplate, variables: ['8'] });
    return reply.body.error?.code === 'dlt_template_unknown';
  });
  smsc.reset();
  expect((await reach(sent.body.data._id, 'failed')).reason).toContain('dlt_template_unknown');
  await untilNothingIsCharged(account);
});

test('a waiting message is not sent under a declined header, even if the account has removed all its registrations in the meantime', async () => {
  const { account, call, send, reach } = await aSender();
  smsc.network.set('throttled', 1_000);
  const sent = await send({ message: 'Your code is 9. - ACME' });
  for (const header of ['ACMEIN', '567890']) {
    await decideHeader(account.userId, header, { status: 'declined', reason: 'Not yours' });
    expect((await call.call('DELETE', `/dlt/headers/${header}`)).status).toBe(200);
  }
  for (const id of [codeTemplate, otherTemplate, saleTemplate]) {
    await call.call('DELETE', `/dlt/templates/${id}`);
  }
  expect((await call.call('DELETE', `/dlt/entities/${dltEntityId}`)).status).toBe(200);
  await until('the removal is felt', async () => {
    const reply = await send({ message: 'Your code is 10. - ACME' });
    return reply.body.error?.code === 'sender_not_registered';
  });
  smsc.reset();
  // If a worker checked the message after the decline but before the removal, the reason is `dlt_header_not_approved`.
  expect((await reach(sent.body.data._id, 'failed')).reason).toMatch(
    /^(sender_not_registered|dlt_header_not_approved): /,
  );
  await untilNothingIsCharged(account);
});

test('many waiting messages that may no longer be sent fail without delay', async () => {
  const { account, call } = await aSender();
  const { userId } = account;
  const messages = Array.from({ length: 900 }, (_, i) => ({
    ...{ recipient: String(9_877_000_000 + i), sender_id: '567890', when_closed: 'defer' },
    message: 'Sale: 7 percent off. Reply STOP to stop. - ACME',
  }));
  expect((await call.post('/messages/batch', { messages })).status).toBe(202);
  await query('none-waits', 'UPDATE messages SET may_wait = false WHERE user_id = $1', [userId]);
  await query('hasten-all', 'UPDATE message_queue SET due_at = now() WHERE user_id = $1', [userId]);
  await until('all have ended', async () => {
    const left = await prisma.message.count({ where: { userId, state: { not: 'failed' } } });
    return left === 0;
  });
  expect((await getUsage(account)).messagesUsed).toBe(0);
});

test('a message with a promotional template or header can be deferred in every mode, and is not sent to a suppressed number', async () => {
  const { account, call, send } = await aSender();
  await call.post('/suppressions', { recipient: '9876543215' });
  const sale = { sender_id: '567890', message: 'Sale: 5 percent off. Reply STOP to stop. - ACME' };
  const unknown = { sender_id: '567890', message: 'Of no template' };
  const modes = [
    ['warn', ['dlt_template_not_matched']],
    ['off', []],
  ] as const;
  for (const [mode, codes] of modes) {
    await setDltMode(account.userId, mode);
    const codesOf = ({ body }: Awaited<ReturnType<typeof send>>) =>
      body.data?.warnings.map(({ code }: { code: string }) => code);
    const waiting = await until(`${mode} takes effect`, async () => {
      const reply = await send({ ...unknown, when_closed: 'defer' });
      return JSON.stringify(codesOf(reply)) === JSON.stringify(codes) ? reply : null;
    });
    expect(waiting.body.data.scheduledFor).not.toBeNull();
    const known = await send({ ...sale, when_closed: 'defer' });
    expect([codesOf(known), known.body.data.scheduledFor === null]).toEqual([[], false]);
    const refused = await send({ ...unknown, recipient: '9876543215' });
    expect(refused.body.error.code).toBe('recipient_suppressed');
  }
});

test('a waiting message fails without a charge if its number is suppressed', async () => {
  const { account, call, send, reach } = await aSender();
  const sale = {
    ...{ recipient: '9876543216', sender_id: '567890', when_closed: 'defer' },
    message: 'Sale: 6 percent off. Reply STOP to stop. - ACME',
  };
  const id = (await send(sale)).body.data._id;
  await call.post('/suppressions', { recipient: '9876543216' });
  await query('hasten', 'UPDATE message_queue SET due_at = now() WHERE message_id = $1', [id]);
  expect((await reach(id, 'failed')).reason).toContain('recipient_suppressed');
  expect(smsc.phones.conversation('919876543216').messages).toEqual([]);
  expect((await getUsage(account)).messagesUsed).toBe(0);
});
