import { z } from 'zod';
import { docUrlOutput, errorDetails } from './error-details.ts';
import { type DomainError, type ErrorCode, errorCatalogue } from './errors.browser.ts';

/** An input error, with a code of the catalogue; more fields say what a program may want to know. */
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
