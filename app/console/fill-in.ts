import type { Language } from '#app/preferences/preferences.ts';
import { placeholders, type Sample } from '#app/samples/contract.ts';
import { exampleValues } from '#domain/shared/example-values.ts';
import type { HighlightedCode, Values } from './contract.ts';

/** The placeholders of samples and templates. */
export const templateValues: Omit<Values, 'service'> = {
  keyId: placeholders.keyId,
  recipient: placeholders.recipient,
  message: exampleValues.text,
  otp: placeholders.otp,
  idempotencyKey: 'your-idempotency-key',
};

const names = Object.keys(templateValues) as (keyof typeof templateValues)[];
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
  code: HighlightedCode,
  language: Language | 'json',
  values: Values,
): HighlightedCode {
  const { text, html } = withService(code, escapeFor[language](values.service));
  const value = (placeholder: string) => {
    const name = names.find((candidate) => templateValues[candidate] === placeholder);
    return escapeFor[language]((name && values[name]) || placeholder);
  };
  return {
    text: text.replace(anyPlaceholder, value),
    html: html.replace(anyPlaceholder, (placeholder) => escapeHtml(value(placeholder))),
  };
}

/**
 * Adds an OTP service to the body of a call: after the recipient, whose line it resembles in every language, and instead of
 * the length of the code, as a service has one of its own. In a response it replaces the null.
 */
function withService(code: HighlightedCode, service: string): HighlightedCode {
  if (service === '') return code;
  const html = code.html.split('\n');
  const lines: HighlightedCode[] = [];
  for (const [at, text] of code.text.split('\n').entries()) {
    const line = { text, html: html[at] ?? '' };
    if (/\botp_length"?:/.test(text)) {
      const last = lines.pop();
      if (last) lines.push(text.endsWith(',') ? last : withoutComma(last));
      continue;
    }
    lines.push(/"service": null/.test(text) ? inResponse(line, service) : line);
    if (/\brecipient"?:/.test(text)) lines.push(toServiceLine(line, service));
  }
  return {
    text: lines.map(({ text }) => text).join('\n'),
    html: lines.map(({ html }) => html).join('\n'),
  };
}

const toServiceLine = ({ text, html }: HighlightedCode, service: string): HighlightedCode => ({
  text: text.replace('recipient', 'service').replace(templateValues.recipient, () => service),
  html: html
    .replace('recipient', 'service')
    .replace(templateValues.recipient, () => escapeHtml(service)),
});

const inResponse = ({ text, html }: HighlightedCode, service: string): HighlightedCode => ({
  text: text.replace('null', () => `"${service}"`),
  html: html.replace('null', () => escapeHtml(`"${service}"`)),
});

const withoutComma = ({ text, html }: HighlightedCode): HighlightedCode => ({
  text: text.replace(/,$/, ''),
  html: html.replace(/,(?=(?:<\/span>)?$)/, ''),
});

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
