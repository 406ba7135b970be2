import { z } from 'zod';
import {
  type DomainError,
  docUrlOutput,
  type ErrorCode,
  errorCatalogue,
  errorDetails,
} from './errors.browser.ts';

/** With an offset, as most programs write it. In a URL, its plus would be read as a space. */
const isoExample = '2026-04-06T15:00:00+05:30 (with %2B instead of + in a URL)';

/** Messages by expected type. */
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

/** Messages by expected format. Our own formats declare their messages themselves. */
const formats: Record<string, string> = {
  datetime: `Please send a date and time in ISO 8601, such as ${isoExample}.`,
  date: 'Please send a date, such as 2026-04-06.',
  email: 'Please enter an email address',
  url: 'Please send a whole web address, such as https://example.com/.',
};

/** The error message for checks that do not declare one. It says how to correct the input; `param` names the field. */
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

/** An input error, with a code of the catalogue. The other fields are details for programs. */
export type InputError = { code: ErrorCode; message: string; param?: string } & Partial<
  z.infer<typeof errorDetails>
>;

/** An error of one item as an input error. */
export const toInputError = ({ code, message, param, fields }: DomainError): InputError => ({
  code,
  message,
  ...(param !== undefined && { param }),
  ...fields,
});

/** The first issue of a failed parse: its own code if the check gave one, and the invalid field. */
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

/** An input error in responses. */
export const inputErrorOutput = z.object({
  code: z.string().meta({ example: 'invalid_recipient' }),
  message: z.string().meta({ example: errorCatalogue.invalid_recipient }),
  param: z
    .string()
    .optional()
    .meta({ description: 'The invalid field, if there is one.', example: 'recipient' }),
  ...errorDetails.shape,
  docUrl: docUrlOutput,
});
