import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gsmAlphabet, gsmExtension } from '#domain/sms/gsm-alphabet.browser.ts';
import { aSubmit } from './carrier.test-support.ts';
import { prepareAdapter } from './open-carrier.ts';
import { concatenationHeader, encodeText } from './submit-pdu.ts';

test('submits stay unchanged for a carrier with the default alphabet and the default format of long texts', () => {
  expect(prepareAdapter({ alphabet: 'gsm', longText: 'udh' })).toBeNull();
});

test('segments of a long message are joined by TLVs instead of a header', () => {
  const adapt = prepareAdapter({ alphabet: 'gsm', longText: 'sar' });
  const adapted = adapt?.(aSubmit({ header: concatenationHeader(0x1a7, 3, 2) }));
  expect(adapted?.submit.header).toBeNull();
  expect(adapted?.tlvs.map(({ tag, value }) => [tag, value.toString('hex')])).toEqual([
    [0x020c, '00a7'],
    [0x020e, '03'],
    [0x020f, '02'],
  ]);
  expect(adapt?.(aSubmit())?.tlvs).toEqual([]);
});

const inLatin1 = [...gsmAlphabet, ...Object.keys(gsmExtension)].filter(
  (character) => character.charCodeAt(0) <= 0xff && character !== '\u001b',
);

test.each([
  ['latin1', 3],
  ['latin1_default', 0],
] as const)('text is encoded in Latin-1, character by character: %s', (alphabet, dataCoding) => {
  const adapt = prepareAdapter({ alphabet, longText: 'udh' });
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...inLatin1), { maxLength: 70 }), (characters) => {
      const text = characters.join('');
      const adapted = adapt?.(aSubmit({ text: encodeText(text, 0) }));
      expect(adapted?.submit.dataCoding).toBe(dataCoding);
      expect(adapted?.submit.text.toString('latin1')).toBe(text);
    }),
  );
});

test('with Latin-1, a text with a character that Latin-1 lacks is refused, and a UCS-2 text stays unchanged', () => {
  const adapt = prepareAdapter({ alphabet: 'latin1', longText: 'udh' });
  for (const text of ['10 €', 'Δ'])
    expect(adapt?.(aSubmit({ text: encodeText(text, 0) }))).toBeNull();
  const hindi = aSubmit({ text: encodeText('नमस्ते', 8), dataCoding: 8 });
  expect(adapt?.(hindi)?.submit).toEqual(hindi);
});
