import { expect, test } from 'vitest';
import { cString, writePdu } from '#domain/delivery/carriers/pdu.ts';
import { corpus, deliver, tlv } from '#domain/delivery/carriers/pdu-corpus.test-support.ts';
import { startSmsc } from '#domain/delivery/carriers/scripted-smsc.test-support.ts';
import { keepUnread } from '#domain/delivery/receipts/unread-pdus.ts';
import { prisma } from '#platform/db.ts';
import { startWorker, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { deleteMessages } from '../support/messages.ts';

const unread = { carrier: 'first', reason: 'no id', octets: Buffer.from('00', 'hex') };

test('at most 500 unread PDUs an hour are stored per carrier, even if several arrive at once', async () => {
  await prisma.unreadPdu.createMany({ data: Array.from({ length: 498 }, () => unread) });
  // Slows the insertions down, so that each one begins before another is visible.
  await prisma.$executeRaw`
    CREATE FUNCTION wait_a_little() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END'`;
  await prisma.$executeRaw`
    CREATE TRIGGER slow BEFORE INSERT ON unread_pdus FOR EACH ROW EXECUTE FUNCTION wait_a_little()`;
  await Promise.all(Array.from({ length: 5 }, () => keepUnread(unread)));
  expect(await prisma.unreadPdu.count()).toBe(500);
});

/** PDUs that no carrier should send: unknown commands, responses without a request, wrong lengths and random octets. */
const poison = [
  ...corpus.map(({ pdu }) => pdu),
  deliver({ dataCoding: 0xff, esm: 0xff, text: Buffer.alloc(254) }),
  deliver({ from: 'x'.repeat(400), text: 'id:1 stat:DELIVRD' }),
  deliver({ text: `id:${'9'.repeat(200)} stat:DELIVRD`, tail: [tlv(0x0427, [], 0xffff)] }),
  writePdu('deliver_sm', 9_001, Buffer.alloc(60_000, 0x41)),
  writePdu('data_sm', 9_002, Buffer.alloc(5, 1)),
  writePdu('submit_sm_resp', 99_999, cString('nothing was submitted')),
  writePdu('deliver_sm_resp', 1),
  ofCommand(0x0999),
  ofCommand(0x80000999),
  ofCommand(0x00000102),
  ofCommand(0x0000000b),
];

/** A PDU without a body, with any command. */
function ofCommand(command: number): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(16, 0);
  head.writeUInt32BE(command, 4);
  head.writeUInt32BE(7, 12);
  return head;
}

test('a worker keeps its bind and delivers messages, although its carrier sends malformed PDUs after each bind', async () => {
  await deleteMessages();
  const smsc = await startSmsc({
    bind_transceiver(pdu, session) {
      smsc.usual.bind_transceiver?.(pdu, session);
      session.socket.write(Buffer.concat(poison));
    },
    submit_sm(pdu, session) {
      const id = `m${pdu.destination_addr}`;
      session.send(pdu.response({ message_id: id }));
      smsc.send(session, 'deliver_sm', {
        source_addr: String(pdu.destination_addr),
        destination_addr: 'DAKIYA',
        esm_class: 4,
        short_message: `id:${id} stat:DELIVRD err:000`,
      });
    },
  });
  const carrier = { name: 'kannel', host: '127.0.0.1', port: smsc.port };
  const login = { systemId: 'a', password: 'b' };
  const settings = { CARRIERS: JSON.stringify([{ ...carrier, ...login }]) };
  await stopAfterTest(startWorker(settings));
  const [web, account] = await Promise.all([sharedWeb(), anAccount()]);
  const recipients = ['9820000001', '9820000002', '9820000003'];
  for (const [at, recipient] of recipients.entries()) {
    const body = { recipient, message: 'Hello' };
    await client(web.url, account).post('/messages/send-message', body);
    const where = { userId: account.userId, state: 'delivered' as const };
    await until('it is delivered', async () => (await prisma.message.count({ where })) > at);
    expect(smsc.sessions).toHaveLength(at + 1);
    smsc.session().destroy();
    await until('it is bound again', () => smsc.ofCommand('bind_transceiver').length > at + 1);
  }
  expect(await prisma.unreadPdu.count({ where: { carrier: 'kannel' } })).toBeGreaterThan(0);
});
