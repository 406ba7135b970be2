import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Slot, slotTypes } from '../registry/slots.browser.ts';
import { checkDlt } from './check-dlt.ts';
import { matchTemplate, toCodePoints, toPattern } from './match-template.ts';
import { createProfile } from './profile.ts';
import { aRegistry, aTemplate, links, noon, templateId } from './registry.test-support.ts';
import { renderTemplate } from './render-template.ts';

const profile = createProfile();

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

test('a message rendered from a template always matches it', () => {
  fc.assert(
    fc.property(filled, ({ types, texts, variables }) => {
      const body = texts.reduce((text, next, at) => `${text}{#${types[at - 1]}#}${next}`);
      const template = aTemplate(body);
      const rendered = renderTemplate(template, variables, profile);
      if ('error' in rendered) throw new Error(rendered.error.detail);
      const message = toCodePoints(rendered.text);
      expect(matchTemplate(toPattern(template), message, profile.ruleOf)).not.toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test('a message in which one character of fixed text was changed never matches', () => {
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

/**
 * Slots of some types, and fixed texts between them. Values of these types cannot contain the characters of the fixed
 * texts, so that the position of the fixed text is certain.
 */
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

test('detects every inserted, removed or replaced character of fixed text, for all slots and alphabets', () => {
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
