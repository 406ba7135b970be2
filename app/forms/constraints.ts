import { z } from 'zod';

/** The HTML constraints of a field. */
export type Constraint = { required: boolean; minLength?: number; maxLength?: number };

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
