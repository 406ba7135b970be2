import { z } from 'zod';
import type { Notes } from './entities.ts';
import { ProviderError } from './provider-error.ts';

/** Paise as an integer or digits; Razorpay accepts both. */
export const paise = z
  .union(
    [z.number(), z.string().regex(/^\d+$/).transform(Number)],
    'The amount must be an integer.',
  )
  .pipe(
    z
      .int('The amount must be an integer.')
      .min(100, 'The amount must be at least INR 1.00')
      .max(50_000_000_00, 'Amount exceeds maximum amount allowed.'),
  );

export const receipt = z
  .string('The receipt must be a string.')
  .max(40, 'The receipt may not be greater than 40 characters.')
  .nullish()
  .transform((text) => text ?? null);

const note = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().max(256, 'The value of notes may not be greater than 256 characters.'));

export const notes = z
  .union(
    [z.record(z.string().max(256), note), z.tuple([]).transform(() => ({}))],
    'The notes must be an object of texts with 256 characters at most.',
  )
  .optional()
  .transform((all): Notes => (all && Object.keys(all).length > 0 ? all : []))
  .refine(
    (all) => Object.keys(all).length <= 15,
    'Number of fields in notes should be less than or equal to 15',
  );

/**
 * Parses the merchant's input.
 *
 * @throws ProviderError that names the first invalid field
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? 'input');
  const given = (body as Record<string, unknown> | null)?.[field] !== undefined;
  throw new ProviderError(given ? (issue?.message ?? '') : `The ${field} field is required.`, {
    field,
  });
}
