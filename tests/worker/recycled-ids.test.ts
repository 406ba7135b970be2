import { expect, test } from 'vitest';
import {
  type ScriptedSmsc,
  startSmsc,
} from '#domain/delivery/carriers/scripted-smsc.test-support.ts';
import { prisma, query } from '#platform/db.ts';
import { startWorker, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { deleteMessages } from '../support/messages.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

/** The SMSC's id for a submit, and the recipient in the form in which its receipt contains it. */
type Taken = { id: string; recipient: string };

/**
 * An SMSC whose ids restart at 1 after each restart, and which sends receipts only when the test says so.
 */
async function aForgetfulSmsc(write = (recipient: string) => recipient) {
  let taken: Taken[] = [];
  const smsc: ScriptedSmsc = await startSmsc({
    submit_sm(pdu, session) {
      const id = String(taken.length + 1);
      taken.push({ id, recipient: String(pdu.destination_addr) });
      session.send(pdu.response({ message_id: id }));
    },
  });
  const restart = () => {
    const before = taken;
    taken = [];
    for (const session of smsc.sessions) session.destroy();
    return before;
  };
  const receipt = ({ id, recipient }: Taken, state: 'DELIVRD' | 'UNDELIV') =>
    smsc.send(smsc.session(), 'deliver_sm', {
      source_addr: write(recipient),
      destination_addr: 'DAKIYA',
      esm_class: 4,
      short_message: `id:${id} sub:001 dlvrd:001 submit date:2611201015 done date:2611201016 stat:${state} err:000 text:`,
    });
  return { port: smsc.port, taken: () => taken, restart, receipt };
}

type Smsc = Awaited<ReturnType<typeof aForgetfulSmsc>>;

async function start(smsc: Smsc) {
  await deleteMessages();
  const settings = {
    CARRIERS: JSON.stringify([
      {
        name: 'kannel',
        host: '127.0.0.1',
        port: smsc.port,
        systemId: 'a',
        password: 'b',
        rate: 9_999,
      },
    ]),
  };
  const [web, , account] = await Promise.all([
    sharedWeb(),
    stopAfterTest(startWorker(settings)),
    anAccount(),
  ]);
  const sendTo = async (recipients: string[]) => {
    const before = smsc.taken().length;
    const messages = recipients.map((recipient) => ({ recipient, message: 'Hello' }));
    await client(web.url, account).post('/messages/batch', { messages });
    await until('the carrier has them', () => smsc.taken().length === before + recipients.length);
    await until(
      'all are recorded',
      async () => (await inState(account, 'queued', 'submitting')) === 0,
    );
  };
  return { account, sendTo };
}

const inState = ({ userId }: Account, ...states: ('queued' | 'submitting' | 'sent')[]) =>
  prisma.message.count({ where: { userId, state: { in: states } } });

/** The number of messages to these numbers in each final state. */
async function ends({ userId }: Account, recipients: string[]) {
  const groups = await prisma.message.groupBy({
    by: ['state'],
    where: { userId, recipient: { in: recipients.map((number) => `+91${number}`) } },
    _count: true,
  });
  return Object.fromEntries(groups.map(({ state, _count }) => [state, _count]));
}

test.each([
  ['919876500000', (recipient: string) => recipient],
  ['09876500000', (recipient: string) => `0${recipient.slice(2)}`],
])(
  'every message gets its own receipt after a carrier has restarted its ids (numbers written %s)',
  async (_, write) => {
    const smsc = await aForgetfulSmsc(write);
    const { account, sendTo } = await start(smsc);
    const all = mobileNumbers(200);
    const [first, second] = [all.slice(0, 100), all.slice(100)];

    await sendTo(first);
    const old = smsc.restart();
    await sendTo(second);
    for (const one of smsc.taken()) smsc.receipt(one, 'DELIVRD');
    await until('the second hundred is settled', async () => {
      const { delivered = 0 } = await ends(account, second);
      return delivered === 100;
    });
    expect(await ends(account, first)).toEqual({ sent: 100 });

    for (const one of old) smsc.receipt(one, 'UNDELIV');
    await until('nothing waits', async () => (await inState(account, 'sent')) === 0);
    expect(await ends(account, first)).toEqual({ undelivered: 100 });
    expect(await ends(account, second)).toEqual({ delivered: 100 });
    expect(await prisma.receiptInbox.count()).toBe(0);
  },
);

test('a receipt whose recipient differs from the message’s number is never applied', async () => {
  const smsc = await aForgetfulSmsc();
  const { account, sendTo } = await start(smsc);
  await sendTo(mobileNumbers(10));
  for (const { id } of smsc.taken()) smsc.receipt({ id, recipient: '919999912345' }, 'UNDELIV');
  await until('they are stored', async () => (await prisma.receiptInbox.count()) === 10);
  for (const one of smsc.taken()) smsc.receipt(one, 'DELIVRD');
  await until('all are settled', async () => (await inState(account, 'sent')) === 0);
  expect(await ends(account, mobileNumbers(10))).toEqual({ delivered: 10 });
  expect(await prisma.receiptInbox.count()).toBe(10);
});

test('a receipt without a number settles the open segment with its id only if exactly one such segment exists', async () => {
  const smsc = await aForgetfulSmsc();
  const { account, sendTo } = await start(smsc);
  const all = mobileNumbers(3);
  await sendTo(all.slice(0, 1));
  smsc.restart();
  await sendTo(all.slice(1));
  for (const { id } of smsc.taken()) smsc.receipt({ id, recipient: '' }, 'UNDELIV');
  await until('the second is settled', async () => (await inState(account, 'sent')) === 2);
  expect(await ends(account, all.slice(2))).toEqual({ undelivered: 1 });
  expect(await ends(account, all.slice(0, 2))).toEqual({ sent: 2 });
});

test('if two messages have the same id and number, two concurrent receipts settle each of them once', async () => {
  const smsc = await aForgetfulSmsc();
  const { account, sendTo } = await start(smsc);
  const to = mobileNumbers(50);
  await sendTo(to);
  const old = smsc.restart();
  await sendTo(to);
  // Submits overtake each other, so in the two rounds a number may get different ids, or the same id twice.
  for (const one of [...old, ...smsc.taken()]) smsc.receipt(one, 'DELIVRD');
  await until('all are settled', async () => (await inState(account, 'sent')) === 0);
  expect(await ends(account, to)).toEqual({ delivered: 100 });
  const messages = await prisma.message.findMany({ where: { userId: account.userId } });
  const receipts = await query<{ count: number }>(
    'receipts-of-each',
    `SELECT count(*) FROM message_timeline WHERE kind = 'receipt' AND message_id = ANY ($1) GROUP BY message_id`,
    [messages.map(({ id }) => id)],
  );
  expect(receipts.map(({ count }) => count)).toEqual(Array.from({ length: 100 }, () => 1));
});
