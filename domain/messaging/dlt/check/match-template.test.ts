import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTemplate } from '../registry/parse-template.ts';
import { type Slot, type SlotRule, slotTypes } from '../registry/slots.ts';
import { checkDlt } from './check-dlt.ts';
import { toCodePoints } from './code-points.ts';
import { matchTemplate, toPattern } from './match-template.ts';
import { createProfile } from './profile.ts';
import { aRegistry, aTemplate, noon, templateId } from './registry.test-support.ts';
import { renderTemplate } from './render-template.ts';

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
])('%j with %j has the values %j', (body, message, values) => {
  expect(match(body, message)).toEqual(values);
});

/**
 * Few letters, so that values hold fixed text and several divisions are possible; and one that no value has, before which it
 * ends.
 */
const shortText = fc.string({ unit: fc.constantFrom('a', 'b', '<'), maxLength: 4 });

const value = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });

test('matches exactly what a regular expression does that tries all divisions', () => {
  const lengths = fc.record({ min: fc.nat(3), more: fc.nat(4) });
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: shortText, value, lengths }), { minLength: 1, maxLength: 5 }),
      shortText,
      fc.option(fc.string({ unit: fc.constantFrom('a', 'b', '<'), maxLength: 14 })),
      (pieces, start, other) => {
        const texts = [start, ...pieces.map(({ text }) => text)];
        const message = other ?? pieces.reduce((all, { value, text }) => all + value + text, start);
        // The limit stands for the slot, as rules are looked up by it.
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

/** Text that a portal accepts, without tags. */
const fixedText = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((text) => !/[<>{}#\p{Cc}\p{Cs}]/u.test(text));

const values = {
  var: fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .filter((text) => !/[<>{}#.@:\p{Cc}\p{Cs}]/u.test(text) && [...text].length <= 30),
  numeric: fc.stringMatching(/^\d{1,15}$/),
  alphanumeric: fc.stringMatching(/^[A-Za-z0-9 ]{1,20}$/),
  url: fc.constant('https://acme.in/t?id=7'),
  urlott: fc.constant('https://acme.in/t?app'),
  cbn: fc.constant('18001234567'),
  email: fc.constant('help@acme.in'),
};

/** A template's parts, and a value for each slot. */
const filled = fc
  .array(fc.constantFrom(...slotTypes), { maxLength: 6 })
  .chain((types) =>
    fc.record({
      types: fc.constant(types),
      texts: fc.array(fixedText, { minLength: types.length + 1, maxLength: types.length + 1 }),
      variables: fc.tuple(...types.map((type) => values[type])),
    }),
  )
  .filter(({ texts }) => texts.join('').trim() !== '');

const links = [
  { kind: 'url_dynamic', value: 'https://acme.in/t?' },
  { kind: 'number', value: '18001234567' },
  { kind: 'email', value: 'help@acme.in' },
] as const;

test('a message rendered from a template always matches it', () => {
  fc.assert(
    fc.property(filled, ({ types, texts, variables }) => {
      const body = texts.reduce((text, next, at) => `${text}{#${types[at - 1]}#}${next}`);
      const template = aTemplate(body);
      const rendered = renderTemplate(template, variables, profile);
      if ('error' in rendered) throw new Error(rendered.error.detail);
      expect(match(body, rendered.text)).not.toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test('a change of one character of fixed text never matches', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcxyz ,'), minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(
      fc
        .array(letters, { minLength: 1, maxLength: 5 })
        .filter((texts) => texts.join('').trim() !== ''),
      fc.nat(),
      fc.constantFrom('X', '!', '\n', '’', '😀', ''),
      fc.stringMatching(/^[1-9]{1,6}$/),
      (texts, anyPlace, other, value) => {
        const template = aTemplate(texts.join('{#numeric#}'));
        const registry = aRegistry({ templates: [template], links });
        const ofFixed = texts.flatMap((text, part) => [...text].map((_, at) => ({ part, at })));
        const place = ofFixed[anyPlace % ofFixed.length] as { part: number; at: number };
        const changed = texts.map((text, part) =>
          part === place.part ? text.slice(0, place.at) + other + text.slice(place.at + 1) : text,
        );
        const check = (text: string) =>
          checkDlt({ text, sender: 'ACMEIN', templateId }, registry, noon, profile);
        expect(check(texts.join(value)).verdict).toBe('ok');
        expect(check(changed.join(value)).verdict).toMatch(/^dlt_template_n|^dlt_var_/);
      },
    ),
    { numRuns: 2_000 },
  );
});

const characters = [...'aZ7 ,!#/@<\n\u00a0’é', ...'आक।₹', ...'அ你😀'];

/** Slots of some types, with fixed text that no value of theirs can hold: where it stands is certain then. */
const separate = fc.subarray([...slotTypes], { minLength: 1 }).chain((types) => {
  const isOutside = (one: string) =>
    types.every(
      (type) => !profile.ruleOf({ type, max: null }).accepts(one.codePointAt(0) as number),
    );
  const outside = characters.filter(isOutside);
  const ofText = fc.constantFrom(...outside.filter((one) => one !== '<'));
  const texts = fc.array(ofText, { minLength: 1, maxLength: 6 });
  return fc.record({
    slots: fc.tuple(
      ...types.map((type) => fc.record({ type: fc.constant(type), value: values[type] })),
    ),
    texts: fc.array(texts, { minLength: types.length + 1, maxLength: types.length + 1 }),
    other: fc.constantFrom(...outside),
    part: fc.nat(types.length),
    at: fc.nat(5),
    change: fc.constantFrom('put in', 'take out', 'put in place'),
  });
});

test('no character can be put into fixed text, taken out or exchanged, whatever the slots and alphabets', () => {
  fc.assert(
    fc.property(separate, ({ slots, texts, other, part, at, change }) => {
      const pattern = toPattern({
        texts: texts.map((text) => text.join('')),
        slots: slots.map(({ type }): Slot => ({ type, max: null })),
      });
      const fits = (all: readonly string[][]) => {
        const text = all.map((one, i) => one.join('') + (slots[i]?.value ?? '')).join('');
        return matchTemplate(pattern, toCodePoints(text), profile.ruleOf) !== null;
      };
      expect(fits(texts)).toBe(true);
      const changed = texts[part] as string[];
      const place = at % changed.length;
      fc.pre(change !== 'put in place' || changed[place] !== other);
      const next = changed.toSpliced(
        place,
        change === 'put in' ? 0 : 1,
        ...(change === 'take out' ? [] : [other]),
      );
      expect(fits(texts.with(part, next))).toBe(false);
    }),
    { numRuns: 3_000 },
  );
});

// One that tried all divisions would not end before the test's time limit.
test('no text makes it slow: slots in a row, repeated letters, thousands of characters', () => {
  const slots = Array.from({ length: 50 }, (): Slot => ({ type: 'var', max: 120 }));
  const texts = ['', ...slots.slice(1).map((_, at) => 'a'.repeat(at % 3)), 'b'];
  const pattern = toPattern({ texts, slots });
  const message = toCodePoints(`${'a'.repeat(4_999)}b`);
  for (let i = 0; i < 10; i += 1) {
    expect(matchTemplate(pattern, message, profile.ruleOf)).not.toBeNull();
    expect(matchTemplate(pattern, message.subarray(0, -1), profile.ruleOf)).toBeNull();
  }
});

test('any text and any body are answered without an error', () => {
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
