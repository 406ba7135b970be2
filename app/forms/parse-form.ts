import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { describeIssue } from '#domain/shared/describe-issue.browser.ts';

/**
 * Validates a form in the browser and on the server. An empty optional field counts as missing; other fields are validated
 * unchanged.
 */
export function parseForm<S extends FormSchema>(
  form: FormData,
  schema: S,
): Submission<z.input<S>, string[], z.output<S>> {
  const constraints = htmlConstraints(schema);
  const filled = new FormData();
  const texts = new Map<string, string>();
  for (const [name, value] of form) if (typeof value === 'string') texts.set(name, value);
  joinLists(texts);
  for (const [name, sent] of form) {
    if (name.includes(listMark)) continue;
    const value = typeof sent === 'string' ? (texts.get(name) ?? sent) : sent;
    const empty = typeof value === 'string' ? value === '' : isNoFile(value);
    if (!empty || constraints[name]?.required !== false) filled.append(name, value);
  }
  return parseWithZod(filled, { schema, error: describeIssue, disableAutoCoercion: true });
}

/** Separates the list's name from the value in a checkbox's name: `only~1107160000000000001`. */
export const listMark = '~';

/**
 * Adds the checked values of each list to the list's field, one value per line. The checkboxes of a list have different
 * names, because a form may contain each name only once.
 *
 * @param fields the values by name; modified
 */
export function joinLists(fields: Map<string, string>): void {
  for (const [name, value] of [...fields]) {
    const [list = '', id] = name.split(listMark);
    if (id === undefined) continue;
    fields.delete(name);
    fields.set(list, [fields.get(list), value].filter(Boolean).join('\n'));
  }
}

/** Whether a file field was submitted without a selected file. */
const isNoFile = ({ name, size }: File) => name === '' && size === 0;

type Constraint = { required: boolean; minLength?: number; maxLength?: number };

/** The schema of a form: flat, without nested objects. */
export type FormSchema = z.ZodObject;

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
  // `required` already implies a minimum of one character.
  return {
    ...(minLength !== null && minLength > 1 && { minLength }),
    ...(maxLength !== null && { maxLength }),
  };
}
