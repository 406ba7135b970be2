import { expect, test } from 'vitest';
import { keepUnread } from '#domain/delivery/receipts/unread-pdus.ts';
import { prisma } from '#platform/db.ts';

const unread = { carrier: 'first', reason: 'no id', octets: Buffer.from('00', 'hex') };

test('keeps 500 unread PDUs an hour of a carrier, even if several arrive at once', async () => {
  await prisma.unreadPdu.createMany({ data: Array.from({ length: 498 }, () => unread) });
  // Slows the insertions, so that each begins before another is visible.
  await prisma.$executeRaw`
    CREATE FUNCTION wait_a_little() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END'`;
  await prisma.$executeRaw`
    CREATE TRIGGER slow BEFORE INSERT ON unread_pdus FOR EACH ROW EXECUTE FUNCTION wait_a_little()`;
  await Promise.all(Array.from({ length: 5 }, () => keepUnread(unread)));
  expect(await prisma.unreadPdu.count()).toBe(500);
});
