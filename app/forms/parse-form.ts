import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { describeIssue } from '#domain/shared/describe-issue.browser.ts';
import { type FormSchema, htmlConstraints } from './constraints.ts';

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
