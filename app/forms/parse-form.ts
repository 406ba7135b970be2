import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { describeIssue } from '#domain/shared/describe-issue.ts';
import { type FormSchema, htmlConstraints } from './constraints.ts';

/**
 * Checks what a form sends, in the browser and on the server alike. A field that may be left out is
 * left out when it is empty; any other is checked as it is.
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

/** What a browser sends where no file was chosen. */
const isNoFile = ({ name, size }: File) => name === '' && size === 0;
