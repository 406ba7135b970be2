import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toReceiptState } from '#domain/sms/receipt-state.ts';
import { readReceipt } from './parse-receipt.ts';
import { createPduReader, FramingError, readDelivered, readPdu, tags, writePdu } from './pdu.ts';
import { corpus, deliver, mutatedPdu, tlv } from './pdu-corpus.test-support.ts';

const rules = { name: 'test', receiptIdFormat: 'text', receiptStates: {} } as const;
const readingOf = (octets: Buffer, own: Partial<Parameters<typeof readReceipt>[1]> = {}) =>
  readReceipt(readDelivered(readPdu(octets)), { ...rules, ...own });

describe('reads', () => {
  test.each(corpus)('reads the PDU: $name', ({ pdu, expected }) => {
    const reading = readingOf(pdu);
    if (typeof expected === 'string') {
      expect(reading.kind).toBe(expected);
      return;
    }
    const { id, state, error, reference, recipient = '919876543210' } = expected;
    expect(reading).toMatchObject({
      kind: 'receipt',
      receipt: {
        ...{ carrier: 'test', state, recipient, reference: reference ?? null },
        ...(id !== undefined && { carrierMessageId: id }),
        ...(error !== undefined && { errorCode: error }),
      },
    });
  });
});

test('parsing never throws for octets that were changed, cut or duplicated', () => {
  fc.assert(
    fc.property(mutatedPdu, (octets) => {
      expect(['receipt', 'inbound', 'unread']).toContain(readingOf(octets).kind);
    }),
    { numRuns: 2_000 },
  );
});

test('values that are too long are truncated', () => {
  const long = deliver({
    from: '9'.repeat(5_000),
    text: `stat:${'X'.repeat(200)}`,
    tail: [tlv(tags.receiptedMessageId, 'x'.repeat(20_000))],
  });
  const reading = readingOf(long);
  if (reading.kind !== 'receipt') throw new Error('It has a state');
  expect(reading.receipt.carrierMessageId).toHaveLength(64);
  expect(reading.receipt.status).toHaveLength(16);
  expect(reading.receipt.recipient.length).toBeLessThanOrEqual(40);
});

test('ambiguous parameters are parsed in a short time', () => {
  const began = performance.now();
  readingOf(deliver({ tail: [Buffer.alloc(60_000), tlv(0, [], 9)] }));
  readingOf(deliver({ tail: [Buffer.alloc(60_000, Buffer.from([0, 0x1e, 0, 1]))] }));
  expect(performance.now() - began).toBeLessThan(500);
});

test('the state words of the carrier’s profile override the usual state words', () => {
  const receiptStates = { GESENDET: 'delivered', UNKNOWN: 'enroute' } as const;
  const stateOf = (word: string) =>
    readingOf(deliver({ text: `id:1 stat:${word} err:0` }), { receiptStates });
  expect(stateOf('GESENDET')).toMatchObject({
    receipt: { state: 'delivered', status: 'GESENDET' },
  });
  expect(stateOf('unknown')).toMatchObject({ receipt: { state: 'enroute' } });
  expect(toReceiptState('GESENDET')).toBe('enroute');
});

test.each([
  ['beb0afe1-570a-45e8-9206-e8db4d342e5b', 'BEB0AFE1-570A-45E8-9206-E8DB4D342E5B'],
  ['0e999f21-0001', 'E999F21-0001'],
  ['1101C1-C9D03D-F000', '1101c1-c9d03d-f000'],
])('with the loose id format, %s and %s are the same id', (one, other) => {
  const idOf = (id: string) => {
    const text = `id:${id} stat:DELIVRD`;
    const reading = readingOf(deliver({ text }), { receiptIdFormat: 'loose' });
    return reading.kind === 'receipt' && reading.receipt.carrierMessageId;
  };
  expect(idOf(one)).toBe(idOf(other));
  expect(idOf(one)).not.toBe(false);
});

describe('a stream', () => {
  const pdus = corpus.slice(0, 20).map(({ pdu }) => pdu);

  test('is split into its PDUs, regardless of the chunks that the socket delivers', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.integer({ min: 1, max: 70 })), (sizes) => {
        const seen: string[] = [];
        const read = createPduReader((octets) => seen.push(octets.toString('hex')));
        let rest = Buffer.concat(pdus);
        for (const size of sizes) {
          read(rest.subarray(0, size));
          rest = rest.subarray(size);
          if (rest.length === 0) break;
        }
        expect(seen).toEqual(pdus.map((pdu) => pdu.toString('hex')));
      }),
      { numRuns: 200 },
    );
  });

  test.each([0, 2, 15, 0x11001, 0x47455420])(
    'reads the previous PDU, and then throws at a PDU with the impossible length %i',
    (length) => {
      const octets = writePdu('enquire_link', 1);
      octets.writeUInt32BE(length, 0);
      const seen: Buffer[] = [];
      const read = createPduReader((one) => seen.push(one));
      expect(() => read(Buffer.concat([writePdu('enquire_link', 1), octets]))).toThrow(
        FramingError,
      );
      expect(seen).toHaveLength(1);
    },
  );
});
