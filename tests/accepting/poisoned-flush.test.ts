import { expect, test } from 'vitest';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import { saveSettings } from '#domain/identity/settings/stored-settings.ts';
import {
  acceptBatched,
  toQueuedMessageOutput,
} from '#domain/messaging/messages/accept-messages.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aRow, toCaller } from '../support/message-fixtures.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

const web = await sharedWeb();

/**
 * Field names that PostgreSQL cannot store as text: a NUL, halves of a surrogate pair, and a pair that truncation splits.
 */
const poisons = ['x\u0000y', '\ud800', 'x\udc00y', `${'x'.repeat(99)}😀`, '\u0000'.repeat(200)];

test.each(poisons.map((name) => [JSON.stringify(name).slice(0, 30), name]))(
  'a field named %s in one account’s batch does not affect other accounts',
  async (_, name) => {
    const attacker = await anAccount();
    await saveSettings(attacker.userId, { ...defaultSettings, requestValidation: true });
    const others = await Promise.all(Array.from({ length: 10 }, () => anAccount()));
    const attack = (i: number) =>
      client(web.url, attacker).post(
        '/messages/batch',
        {
          messages: [
            { recipient: '9876543210', message: 'Hello' },
            { recipient: '9876543210', message: 'Hello', [name]: 1 },
          ],
        },
        { 'idempotency-key': `attack ${i}` },
      );
    const [attacks, sends] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, (_, i) => attack(i))),
      Promise.all(
        mobileNumbers(100).map((number, i) =>
          client(web.url, others[i % 10] ?? null).send(number, 'Hello'),
        ),
      ),
    ]);
    expect(sends.map(({ status }) => status)).toEqual(sends.map(() => 202));
    expect(attacks.map(({ status }) => status)).toEqual(attacks.map(() => 202));
    for (const { body } of attacks) {
      expect(body.data[0].status).toBe('success');
      expect(body.data[1].error.code).toBe('invalid_parameter');
      expect(body.data[1].error.param).toMatch(/^[\u0020-\uffff]*$/);
      expect(body.data[1].error.param.isWellFormed()).toBe(true);
    }
    const again = await attack(0);
    expect(again.body).toEqual(attacks[0]?.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  },
);

test('a request that PostgreSQL rejects fails alone, and the other requests of its flush are accepted', async () => {
  const accounts = await Promise.all(Array.from({ length: 5 }, () => anAccount()));
  const callers = await Promise.all(accounts.map(toCaller));
  const guilty = new Set([3, 17, 18, 40]);
  const results = await Promise.allSettled(
    mobileNumbers(50).map((number, i) => {
      const caller = callers[i % 5];
      if (!caller) throw new Error('five callers');
      // 40,000 is too large for a smallint, so PostgreSQL rejects the row (SQLSTATE 22003).
      const message = aRow(caller, `+91${number}`, { segments: guilty.has(i) ? 40_000 : 1 });
      const answer = toQueuedMessageOutput(message, []);
      return acceptBatched({ caller, messages: [message], idempotency: null, answer });
    }),
  );
  const failed = results.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []));
  expect(failed).toEqual([...guilty]);
  const used = await Promise.all(accounts.map(getUsage));
  expect(used.reduce((sum, { messagesUsed }) => sum + messagesUsed, 0)).toBe(46);
  const userId = { in: accounts.map((account) => account.userId) };
  expect(await prisma.message.count({ where: { userId } })).toBe(46);
});

test('a text that PostgreSQL cannot store never joins a flush, whichever field contains the text', async () => {
  const caller = await toCaller(await anAccount());
  const message = aRow(caller, '+919876543210');
  const idempotency = {
    ...{ scope: caller.userId, key: 'a', requestId: 'req_1' },
    requestHash: Buffer.alloc(32),
  };
  const good = { caller, messages: [message], idempotency: null, answer: {} };
  for (const bad of ['\0', '\ud800']) {
    for (const request of [
      { ...good, messages: [{ ...message, content: bad }] },
      { ...good, messages: [{ ...message, sender: bad }] },
      { ...good, messages: [{ ...message, template_id: bad }] },
      { ...good, answer: [{ error: { param: bad } }], idempotency },
      { ...good, answer: [{ [bad]: 1 }], idempotency },
    ]) {
      await expect(acceptBatched(request)).rejects.toThrow('cannot be stored');
    }
  }
});
