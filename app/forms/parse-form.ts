import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { describeIssue } from '#domain/shared/describe-issue.browser.ts';

/**
 * Validates a form, in the browser and on the server alike. An empty optional field counts as missing; other
 * fields are validated as they are.
 */
export function parseForm<S extends FormSchema>(
  form: FormData,
  schema: S,
): Submission<z.input<S>, string[], z.output<S>> {
  const constraints = htmlConstraints(schema);
  const filled = new FormData();
  for (const [name, value] of form) {
    const empty = typeof value === 'string' ? value === '' : isNoFile(value);
    if (!empty || constraints[name]?.required !== false) filled.append(name, value);
  }
  return parseWithZod(filled, { schema, error: describeIssue, disableAutoCoercion: true });
}

/** The value of a file field without a selected file. */
const isNoFile = ({ name, size }: File) => name === '' && size === 0;

/** The HTML constraints of a field. */
type Constraint = { required: boolean; minLength?: number; maxLength?: number };

/** The schema of a form: flat, without nested objects. */
export type FormSchema = z.ZodObject;

/** The HTML constraints of a schema's fields, by name. */
export function htmlConstraints(schema: FormSchema): Record<string, Constraint> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [
      name,
      { required: !z.safeParse(field, undefined).success, ...lengthLimits(field) },
    ]),
  );
}

function lengthLimits(field: z.core.$ZodType): Omit<Constraint, 'required'> {
  if (field instanceof z.ZodPipe) return { ...lengthLimits(field.out), ...lengthLimits(field.in) };
  if (field instanceof z.ZodOptional) return lengthLimits(field.unwrap());
  if (!(field instanceof z.ZodString)) return {};
  const { minLength, maxLength } = field;
  // A minimum of one character is what `required` already means.
  return {
    ...(minLength !== null && minLength > 1 && { minLength }),
    ...(maxLength !== null && { maxLength }),
  };
}
