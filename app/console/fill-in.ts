import type { Language } from '#app/preferences/preferences.ts';
import { placeholders, type Sample } from '#app/samples/contract.ts';
import { exampleValues } from '#domain/shared/example-values.ts';
import type { HighlightedCode, Values } from './contract.ts';

/** The placeholders of samples and templates. */
export const templateValues: Values = {
  keyId: placeholders.keyId,
  recipient: placeholders.recipient,
  message: exampleValues.text,
  otp: placeholders.otp,
  idempotencyKey: 'your-idempotency-key',
};

const names = Object.keys(templateValues) as (keyof Values)[];
const anyPlaceholder = new RegExp(
  names.map((name) => escapePattern(templateValues[name])).join('|'),
  'g',
);

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Escapes a text for a string literal of each language, with the quotes that the samples use. */
const escapeFor: Record<Language | 'json', (text: string) => string> = {
  json: inJson,
  python: inJson,
  curl: (text) => inJson(text).replaceAll("'", String.raw`'\''`),
  // A Java text block resolves escapes before JSON does.
  java: (text) => inJson(text).replaceAll('\\', '\\\\'),
  javascript: (text) =>
    inJson(text).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`),
};

/** Replaces the placeholders in code by the typed values; empty values keep the placeholder. */
export function fillIn(
  { text, html }: HighlightedCode,
  language: Language | 'json',
  values: Values,
): HighlightedCode {
  const value = (placeholder: string) => {
    const name = names.find((candidate) => templateValues[candidate] === placeholder);
    return escapeFor[language]((name && values[name]) || placeholder);
  };
  return {
    text: text.replace(anyPlaceholder, value),
    html: html.replace(anyPlaceholder, (placeholder) => escapeHtml(value(placeholder))),
  };
}

/** Fills a sample in, in every language. */
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

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
