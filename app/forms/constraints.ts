import { z } from 'zod';

/** What the browser itself can hold a field to. */
export type Constraint = { required: boolean; minLength?: number; maxLength?: number };

/** The schema of a form: one level of fields. */
export type FormSchema = z.ZodObject;

/** What HTML can say of a schema's fields, by their names. */
export function htmlConstraints(schema: FormSchema): Record<string, Constraint> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [
      name,
      { required: !z.safeParse(field, undefined).success, ...lengthsOf(field) },
    ]),
  );
}

function lengthsOf(field: z.core.$ZodType): Omit<Constraint, 'required'> {
  if (field instanceof z.ZodPipe) return { ...lengthsOf(field.out), ...lengthsOf(field.in) };
  if (field instanceof z.ZodOptional) return lengthsOf(field.unwrap());
  if (!(field instanceof z.ZodString)) return {};
  const { minLength, maxLength } = field;
  // One character is what `required` says already.
  return {
    ...(minLength !== null && minLength > 1 && { minLength }),
    ...(maxLength !== null && { maxLength }),
  };
}
