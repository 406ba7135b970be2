import { z } from 'zod';
import type { ErrorFields } from './error-fields.ts';
import { type DomainError, type ErrorCode, errorCatalogue } from './errors.browser.ts';

/**
 * An example with an offset, because most programs write times with an offset. In a URL, `+` means a space, so the
 * example also names `%2B`.
 */
const isoExample = '2026-04-06T15:00:00+05:30 (with %2B instead of + in a URL)';

/** The error messages, by the expected type. */
const types: Record<string, string> = {
  string: 'Please send text here.',
  number: 'Please send a number here.',
  int: 'Please send a whole number here.',
  boolean: 'Please send true or false here.',
  array: 'Please send a list here.',
  object: 'Please send a JSON object here.',
  record: 'Please send a JSON object here.',
  date: `Please send a date and time in ISO 8601 here, such as ${isoExample}.`,
};

/** The error messages, by the expected format. Formats that we define ourselves declare their own error messages. */
const formats: Record<string, string> = {
  datetime: `Please send a date and time in ISO 8601, such as ${isoExample}.`,
  date: 'Please send a date, such as 2026-04-06.',
  email: 'Please enter an email address',
  url: 'Please send a whole web address, such as https://example.com/.',
};

/**
 * Returns the error message for a check without a declared message. The message says how to correct the input. The message
 * does not name the field, because `param` does.
 */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Please fill this in: it is required.';
      return types[issue.expected] ?? 'Please check this: it has the wrong type.';
    case 'too_small':
      return `Please ${bound(issue.origin, issue.minimum, 'at least', issue.inclusive !== false)}.`;
    case 'too_big':
      return `Please ${bound(issue.origin, issue.maximum, 'at most', issue.inclusive !== false)}.`;
    case 'invalid_format':
      return formats[issue.format] ?? 'Please check this: its format is not valid.';
    case 'invalid_value':
      return issue.values.length === 1
        ? `Please send ${issue.values.map(format)} here, or remove this field.`
        : `Please send one of these: ${issue.values.map(format).join(', ')}.`;
    case 'not_multiple_of':
      return `Please send a multiple of ${issue.divisor}.`;
    default:
      return 'Please check this: it has none of the accepted forms.';
  }
};

const format = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function bound(origin: string, limit: number | bigint, word: string, inclusive: boolean): string {
  const plural = (one: string, others: string) => `${limit} ${Number(limit) === 1 ? one : others}`;
  switch (origin) {
    case 'string':
      return `use ${word} ${plural('character', 'characters')}`;
    case 'array':
    case 'set':
    case 'map':
      return `send ${word} ${plural('entry', 'entries')}`;
    default:
      if (inclusive) return `send a number of ${word} ${limit}`;
      return `send a number ${word === 'at least' ? 'above' : 'below'} ${limit}`;
  }
}

/** Adds an issue with its own error code to a zod check. */
export function addCatalogueIssue(
  context: z.RefinementCtx,
  code: ErrorCode,
  message?: string,
): never {
  context.addIssue({
    code: 'custom',
    message: message ?? errorCatalogue[code],
    params: { code },
  });
  return z.NEVER;
}

/** An error in the input, with a code of the catalogue. The other fields are details for API clients. */
export type InputError = { code: ErrorCode; message: string; param?: string } & ErrorFields;

/** Converts a DomainError about one item to an input error. */
export const toInputError = ({ code, message, param, fields }: DomainError): InputError => ({
  code,
  message,
  ...(param !== undefined && { param }),
  ...fields,
});

/**
 * Converts the first issue of a failed parse to an input error with the invalid field. The error has the code that the check
 * declared, or `invalid_parameter` if the check declared no code.
 */
export function firstInputError(error: z.ZodError): InputError {
  const [issue] = error.issues;
  if (!issue) return { code: 'invalid_parameter', message: errorCatalogue.invalid_parameter };
  const param = issue.path.map(String).join('.');
  const ownCode = issue.code === 'custom' ? issue.params?.code : undefined;
  if (isErrorCode(ownCode))
    return { code: ownCode, message: issue.message, ...(param && { param }) };
  return { code: 'invalid_parameter', message: issue.message, ...(param && { param }) };
}

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value);
}
