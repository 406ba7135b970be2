import type { z } from 'zod';
import { describeIssue } from '#domain/shared/describe-issue.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { firstInputError, type InputError } from '#domain/shared/input-error.ts';
import { findUnknownField } from '#domain/shared/unknown-field.ts';

/**
 * Parses an input.
 *
 * @throws DomainError with the code and field of the first error
 */
export function parseInput(schema: z.ZodType | null, input: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(input, { error: describeIssue });
  if (parsed.success) return parsed.data;
  throw toError(firstInputError(parsed.error));
}

/**
 * Rejects a field that the schema does not have, for callers with request validation on.
 *
 * @param schema null if the endpoint accepts no such input
 * @throws DomainError `invalid_parameter`, with the field
 */
export function rejectUnknownFields(schema: z.ZodType | null, input: unknown): void {
  const unknownField = findUnknownField(schema, input);
  if (unknownField) throw toError(unknownField);
}

const toError = ({ code, message, param }: InputError) =>
  new DomainError(code, { message, ...(param && { param }) });
