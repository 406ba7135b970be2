import type { Language } from '#app/preferences/preferences.ts';
import { placeholders, type Sample } from '#app/samples/contract.ts';
import { exampleValues } from '#domain/shared/example-values.ts';
import type { HighlightedCode, Values } from './contract.ts';

/** What stands in samples and templates where a value goes. */
export const templateValues: Values = {
  keyId: placeholders.keyId,
  recipient: placeholders.recipient,
  message: exampleValues.text,
  otp: placeholders.otp,
  idempotencyKey: 'your-idempotency-key',
};

const names = Object.keys(templateValues) as (keyof Values)[];
const anyPlace = new RegExp(
  names.map((name) => escapePattern(templateValues[name])).join('|'),
  'g',
);

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** A text as it is written within the quotes that the samples of a language have. */
const written: Record<Language | 'json', (text: string) => string> = {
  json: inJson,
  python: inJson,
  curl: (text) => inJson(text).replaceAll("'", String.raw`'\''`),
  // A text block of Java reads escapes before JSON does.
  java: (text) => inJson(text).replaceAll('\\', '\\\\'),
  javascript: (text) =>
    inJson(text).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`),
};

/** Code with what was typed in the places of its examples; what is empty keeps its example. */
export function fillIn(
  { text, html }: HighlightedCode,
  language: Language | 'json',
  values: Values,
): HighlightedCode {
  const value = (place: string) => {
    const name = names.find((candidate) => templateValues[candidate] === place);
    return written[language]((name && values[name]) || place);
  };
  return {
    text: text.replace(anyPlace, value),
    html: html.replace(anyPlace, (place) => escapeHtml(value(place))),
  };
}

/** A sample filled in, in every language. */
export function fillInSample(sample: Sample, values: Values): Sample {
  const filled = Object.entries(sample.code).map(([language, code]) => [
    language,
    fillIn(code, language as Language, values),
  ]);
  return { ...sample, code: Object.fromEntries(filled) };
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
