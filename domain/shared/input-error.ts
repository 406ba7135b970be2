import { z } from 'zod';
import { type ErrorCode, errorCatalogue } from './errors.ts';

/** What is wrong with an input, in the words of the catalogue. */
export type InputError = { code: ErrorCode; message: string; param?: string };

/** The first fault of a failed parse: its own code if the check gave one, and the field at fault. */
export function firstInputError(error: z.ZodError): InputError {
  const [issue] = error.issues;
  if (!issue) return { code: 'invalid_parameter', message: errorCatalogue.invalid_parameter };
  const param = issue.path.map(String).join('.');
  const own = issue.code === 'custom' ? issue.params?.code : undefined;
  if (isErrorCode(own)) return { code: own, message: issue.message, ...(param && { param }) };
  return { code: 'invalid_parameter', message: issue.message, ...(param && { param }) };
}

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value);
}

/** The shape of a fault in answers. */
export const inputErrorOutput = z.object({
  code: z.string().meta({ example: 'invalid_recipient' }),
  message: z.string().meta({ example: errorCatalogue.invalid_recipient }),
  param: z
    .string()
    .optional()
    .meta({ description: 'The field at fault, where it is one.', example: 'recipient' }),
});
