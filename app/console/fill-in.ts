import { type HttpLanguage, httpLanguages } from '#app/preferences/preferences.ts';
import { type HttpSample, placeholders } from '#app/samples/contract.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import type { HighlightedCode, Values } from './contract.ts';

/** The placeholders of samples and templates. */
export const templateValues: Omit<Values, 'service' | 'sender' | 'template' | 'sendAt'> = {
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
const escapeFor: Record<HttpLanguage | 'json', (text: string) => string> = {
  json: inJson,
  python: inJson,
  curl: (text) => inJson(text).replaceAll("'", String.raw`'\''`),
  // In Java, a text block resolves escapes before the JSON parser does.
  java: (text) => inJson(text).replaceAll('\\', '\\\\'),
  javascript: (text) =>
    inJson(text).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`),
};

/** Replaces the placeholders in code with the typed values. A placeholder without a value stays. */
export function fillIn(
  code: HighlightedCode,
  language: HttpLanguage | 'json',
  values: Values,
): HighlightedCode {
  const inLanguage = escapeFor[language];
  const chosen = withService(code, inLanguage(values.service));
  const { text, html } = withLines(chosen, [
    ['sender_id', inLanguage(values.sender)],
    ['template_id', inLanguage(values.template)],
    ['send_at', inLanguage(values.sendAt)],
  ]);
  const value = (placeholder: string) => {
    const name = names.find((candidate) => templateValues[candidate] === placeholder);
    return inLanguage((name && values[name]) || placeholder);
  };
  return {
    text: text.replace(anyPlaceholder, value),
    html: html.replace(anyPlaceholder, (placeholder) => escapeHtml(value(placeholder))),
  };
}

/**
 * Adds an OTP service to the body of a call. The new line follows the line of the recipient and has the same form in
 * every language. The line with the length of the code is removed, because the service defines the length. In a
 * response, the service replaces the value `null`.
 */
function withService(code: HighlightedCode, service: string): HighlightedCode {
  if (service === '') return code;
  const added = withLines(code, [['service', service]]);
  const html = added.html.split('\n');
  const lines: HighlightedCode[] = [];
  for (const [at, text] of added.text.split('\n').entries()) {
    const line = { text, html: html[at] ?? '' };
    if (/\botp_length"?:/.test(text)) {
      const last = lines.pop();
      if (last) lines.push(text.endsWith(',') ? last : withoutComma(last));
      continue;
    }
    lines.push(/"service": null/.test(text) ? inResponse(line, service) : line);
  }
  return joinLines(lines);
}

const joinLines = (lines: readonly HighlightedCode[]): HighlightedCode => ({
  text: lines.map(({ text }) => text).join('\n'),
  html: lines.map(({ html }) => html).join('\n'),
});

/**
 * Adds parameters to the body of a call. The new lines follow the line of the recipient and have the same form in every
 * language. Empty parameters are omitted.
 */
function withLines(
  code: HighlightedCode,
  added: readonly (readonly [name: string, value: string])[],
): HighlightedCode {
  const given = added.filter(([, value]) => value !== '');
  if (given.length === 0) return code;
  const html = code.html.split('\n');
  const lines = code.text.split('\n').flatMap((text, at) => {
    const line = { text, html: html[at] ?? '' };
    return isRecipient.test(text) ? [line, ...given.map((one) => toLine(line, ...one))] : [line];
  });
  return joinLines(lines);
}

/**
 * The line with the recipient in a request. Lines of a response do not match, because their recipient begins with the
 * country code.
 */
const isRecipient = new RegExp(`\\brecipient"?:.*["']${templateValues.recipient}`);

const toLine = ({ text, html }: HighlightedCode, name: string, value: string): HighlightedCode => ({
  text: text.replace('recipient', name).replace(templateValues.recipient, () => value),
  html: html.replace('recipient', name).replace(templateValues.recipient, () => escapeHtml(value)),
});

const inResponse = ({ text, html }: HighlightedCode, service: string): HighlightedCode => ({
  text: text.replace('null', () => `"${service}"`),
  html: html.replace('null', () => escapeHtml(`"${service}"`)),
});

const withoutComma = ({ text, html }: HighlightedCode): HighlightedCode => ({
  text: text.replace(/,$/, ''),
  html: html.replace(/,(?=(?:<\/span>)?$)/, ''),
});

/** Fills in the placeholders of a sample in every language that needs no library. */
export function fillInSample({ name, code }: HttpSample, values: Values): HttpSample {
  const filled = httpLanguages.map((language) => [
    language,
    fillIn(code[language], language, values),
  ]);
  return { name, code: Object.fromEntries(filled) };
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

/** The name of the form field for a slot's value. The slot's index makes it unique. */
export const valueName = (at: number): string => `value-${at + 1}`;

/** The values of a form's slots, in order. */
export function readValues(form: FormData): string[] {
  const values: string[] = [];
  for (
    let value = form.get(valueName(0));
    value !== null;
    value = form.get(valueName(values.length))
  ) {
    values.push(typeof value === 'string' ? value : '');
  }
  return values;
}

/**
 * The text of a template with values in its slots.
 *
 * @param texts the fixed texts, one more than slots
 * @param values the values of the slots; missing values are empty
 */
export const composeText = (texts: readonly string[], values: readonly string[]): string =>
  texts.map((text, at) => (at < texts.length - 1 ? text + (values[at] ?? '') : text)).join('');
