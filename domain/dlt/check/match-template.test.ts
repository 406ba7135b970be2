import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTemplate } from '../registry/parse-template.browser.ts';
import type { Slot, SlotRule } from '../registry/slots.browser.ts';
import { checkDlt } from './check-dlt.ts';
import { matchTemplate, toCodePoints, toPattern } from './match-template.ts';
import { createProfile } from './profile.ts';
import { aRegistry, aTemplate, links, noon, templateId } from './registry.test-support.ts';

const profile = createProfile();

function match(body: string, message: string): string[] | null {
  const parts = parseTemplate(body);
  if ('problem' in parts) throw new Error(parts.problem);
  const spans = matchTemplate(toPattern(parts), toCodePoints(message), profile.ruleOf);
  return spans?.map(({ from, to }) => [...message].slice(from, to).join('')) ?? null;
}

test.each([
  ['Hi', 'Hi', []],
  ['Hi', 'Hi ', null],
  ['Hi {#var#}', 'Hi a b', ['a b']],
  ['Hi {#var#}', 'Hi ', null],
  ['Hi {#var#}', `Hi ${'x'.repeat(30)}`, ['x'.repeat(30)]],
  ['Hi {#var#}', `Hi ${'x'.repeat(31)}`, null],
  ['Hi {#var#}', `Hi ${'😀'.repeat(30)}`, ['😀'.repeat(30)]],
  ['Hi {#var#}{#var#}', `Hi ${'x'.repeat(60)}`, ['x'.repeat(30), 'x'.repeat(30)]],
  ['Hi {#var#}{#var#}', `Hi ${'x'.repeat(61)}`, null],
  ['{#var#} a {#numeric#} b', 'x a y a 1 b', ['x a y', '1']],
  ['{#var#}aab{#var#}', 'aaaabaaab', ['aa', 'aaab']],
  ['{#numeric#} ok', `${'1'.repeat(30)} ok`, ['1'.repeat(30)]],
  ['{#numeric#} ok', `${'1'.repeat(31)} ok`, null],
  ['Call {#cbn#} now', 'Call 1234567 now', null],
  ['Call {#cbn#} now', 'Call 12345678 now', ['12345678']],
  ['A{#var#}B', 'A\nB', null],
  ['é {#var#}', 'e\u0301 x', null],
  ['{#alphanumeric#} ok', 'आशा 12 ok', ['आशा 12']],
  ['{#alphanumeric#} ok', 'a+b ok', null],
])('matching the body %j with %j gives the values %j', (body, message, values) => {
  expect(match(body, message)).toEqual(values);
});

/**
 * Uses few letters, so that values contain fixed text and a message can be divided in several ways. `<` is a character that
 * no value may contain.
 */
const shortText = fc.string({ unit: fc.constantFrom('a', 'b', '<'), maxLength: 4 });

const value = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });

test('matches exactly like a regular expression that tries all divisions of the text', () => {
  const lengths = fc.record({ min: fc.nat(3), more: fc.nat(4) });
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: shortText, value, lengths }), { minLength: 1, maxLength: 5 }),
      shortText,
      fc.option(fc.string({ unit: fc.constantFrom('a', 'b', '<'), maxLength: 14 })),
      (pieces, start, other) => {
        const texts = [start, ...pieces.map(({ text }) => text)];
        const message = other ?? pieces.reduce((all, { value, text }) => all + value + text, start);
        // Here `max` is the index of the slot, by which `ruleOf` looks up the rule.
        const slots = pieces.map((_, at): Slot => ({ type: 'var', max: at }));
        const ruleOf = ({ max: at }: Slot): SlotRule => {
          const { min, more } = (pieces[at as number] as (typeof pieces)[number]).lengths;
          return { min, max: min + more, accepts: (point) => point !== 0x3c };
        };
        const spans = matchTemplate(toPattern({ texts, slots }), toCodePoints(message), ruleOf);
        const source = pieces.map(
          ({ text, lengths: { min, more } }) => `[^<]{${min},${min + more}}${text}`,
        );
        expect(spans !== null).toBe(new RegExp(`^${start}${source.join('')}$`).test(message));
        if (!spans) return;
        expect(putTogether(texts, message, spans)).toBe(message);
        for (const [at, { from, to }] of spans.entries()) {
          const { min, max } = ruleOf(slots[at] as Slot);
          expect(to - from >= min && to - from <= max).toBe(true);
        }
      },
    ),
    { numRuns: 5_000 },
  );
});

const putTogether = (texts: string[], message: string, spans: { from: number; to: number }[]) =>
  spans.reduce(
    (text, { from, to }, at) => text + message.slice(from, to) + texts[at + 1],
    texts[0] as string,
  );

// An algorithm that tried all divisions would exceed the time limit of the test.
test('matching takes a limited time for adjacent slots, repeated letters and thousands of characters', () => {
  const slots = Array.from({ length: 50 }, (): Slot => ({ type: 'var', max: 120 }));
  const texts = ['', ...slots.slice(1).map((_, at) => 'a'.repeat(at % 3)), 'b'];
  const pattern = toPattern({ texts, slots });
  const message = toCodePoints(`${'a'.repeat(4_999)}b`);
  for (let i = 0; i < 10; i += 1) {
    expect(matchTemplate(pattern, message, profile.ruleOf)).not.toBeNull();
    expect(matchTemplate(pattern, message.subarray(0, -1), profile.ruleOf)).toBeNull();
  }
});

test('matching never throws an error, for any text and body', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(
        fc.oneof(
          fc.constantFrom('{#var#}', '{#url#}', '{#', '#}', '<', '+919876543210'),
          fc.string({ unit: 'binary', maxLength: 8 }),
        ),
        { maxLength: 12 },
      ),
      (text, pieces) => {
        const body = pieces.join('');
        const parts = parseTemplate(body);
        if ('problem' in parts) return;
        const registry = aRegistry({ templates: [aTemplate(body)], links });
        for (const message of [text, body, body.replaceAll(/\{#\w+#\}/g, 'x'), text + body]) {
          for (const id of [templateId, undefined]) {
            const result = checkDlt({ text: message, templateId: id }, registry, noon, profile);
            expect(result.verdict === 'ok').toBe(result.error === null);
          }
        }
      },
    ),
    { numRuns: 1_000 },
  );
});
