import { expect, it } from 'vitest';
import { createPhones, isComplete, joinText, segmentsReceived } from './phones.ts';
import type { Segment } from './segment.ts';

const phone = '919876543210';

function segment(text: string, fields: Partial<Segment> = {}): Segment {
  return {
    to: phone,
    from: 'DAKIYA',
    text,
    dataCoding: 0,
    part: null,
    dlt: { entity: null, template: null, chain: null },
    reference: null,
    registeredDelivery: 1,
    ...fields,
  };
}

const part = (sequence: number, text: string, reference = 7) =>
  segment(text, { part: { reference, total: 3, sequence } });

function phonesWith(...segments: Segment[]) {
  const phones = createPhones(() => undefined);
  for (const each of segments) phones.receive(each, 'normal');
  return phones;
}

const textsOf = (phones: ReturnType<typeof createPhones>, number = phone) =>
  phones.conversation(number).messages.map(joinText);

it('joins segments into one text in any order of arrival', () => {
  const phones = phonesWith(part(3, 'c'), part(1, 'a'), part(2, 'b'));
  expect(textsOf(phones)).toEqual(['abc']);
});

it('counts the missing segments of a text', () => {
  const [message] = phonesWith(part(3, 'c'), part(1, 'a')).conversation(phone).messages;
  expect(message && segmentsReceived(message)).toBe(2);
  expect(message && isComplete(message)).toBe(false);
});

it('separates texts that arrive simultaneously, even if their senders use the same reference', () => {
  const phones = phonesWith(
    part(1, 'a1', 1),
    part(1, 'b1', 2),
    { ...part(1, 'c1', 1), from: 'OTHER' },
    part(2, 'b2', 2),
    part(2, 'a2', 1),
  );
  expect(textsOf(phones).sort()).toEqual(['a1a2', 'b1b2', 'c1']);
});

it('shows a duplicate segment only once, and starts a new text when a reference is reused', () => {
  const phones = phonesWith(part(1, 'a'), part(1, 'a'), part(2, 'b'), part(3, 'c'), part(1, 'x'));
  expect(textsOf(phones)).toEqual(['x', 'abc']);
});

it('stores the newest fifty texts of a number', () => {
  const texts = Array.from({ length: 60 }, (_, i) => `text ${i}`);
  const phones = phonesWith(...texts.map((text) => segment(text)));
  expect(textsOf(phones)).toEqual(texts.slice(10).reverse());
});

it('stores ten thousand texts in total, and drops numbers that have only older texts', () => {
  const phones = createPhones(() => undefined);
  for (let i = 0; i < 10_500; i += 1) {
    phones.receive(segment('hello', { to: String(919_000_000_000 + i) }), 'normal');
  }
  expect(phones.numbers()).toBe(10_000);
  expect([...phones.newestFirst()]).toHaveLength(10_000);
  expect(textsOf(phones, '919000000499')).toEqual([]);
  expect(textsOf(phones, '919000000500')).toEqual(['hello']);
});

it('lists the number with the newest text first, and finds numbers by their digits', () => {
  const other = '917012345678';
  const phones = phonesWith(segment('1'), segment('2', { to: other }), segment('3'));
  expect(phones.conversations(9).map(({ number }) => number)).toEqual([phone, other]);
  expect(phones.conversations(1).map(({ number }) => number)).toEqual([phone]);
  expect(phones.conversations(9, '70123').map(({ number }) => number)).toEqual([other]);
});

it('has no texts after it is cleared, and accepts new texts', () => {
  const phones = phonesWith(segment('1'), segment('2'));
  phones.clear();
  expect([...phones.newestFirst()]).toEqual([]);
  phones.receive(segment('3'), 'normal');
  expect([...phones.newestFirst()].map(joinText)).toEqual(['3']);
});
