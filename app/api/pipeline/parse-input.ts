import type { z } from 'zod';
import { describeIssue } from '#domain/shared/describe-issue.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { firstInputError, type InputError } from '#domain/shared/input-error.ts';
import { findUnknownField } from '#domain/shared/unknown-field.ts';

/**
 * Reads an input by its schema.
 *
 * @throws DomainError with the code of the first fault, and the field at fault
 */
export function parseInput(schema: z.ZodType | null, input: unknown): unknown {
  if (!schema) return undefined;
  const read = schema.safeParse(input, { error: describeIssue });
  if (read.success) return read.data;
  throw toError(firstInputError(read.error));
}

/**
 * Refuses a field that the schema does not know, for callers who want that.
 *
 * @param schema null if nothing is taken
 * @throws DomainError `invalid_parameter`, with the field
 */
export function rejectUnknownFields(schema: z.ZodType | null, input: unknown): void {
  const fault = findUnknownField(schema, input);
  if (fault) throw toError(fault);
}

const toError = ({ code, message, param }: InputError) =>
  new DomainError(code, { message, ...(param && { param }) });
