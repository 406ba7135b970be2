import type { z } from 'zod';
import { DomainError } from '#domain/shared/errors.ts';
import { faultOf } from '#domain/shared/fault.ts';

/**
 * Reads an input by its schema.
 *
 * @throws DomainError with the code of the first fault, and the field at fault
 */
export function parseInput(schema: z.ZodType | null, input: unknown): unknown {
  if (!schema) return undefined;
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const { code, message, param } = faultOf(read.error);
  throw new DomainError(code, { message, ...(param && { param }) });
}
