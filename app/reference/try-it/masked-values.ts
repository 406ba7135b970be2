import type { FieldGroup } from '../contract.ts';
import { fieldKey, type Values } from './read-request.ts';

/** What was typed, without what a password field hides. */
export function maskedValues(form: FieldGroup | null, values: Values): Values {
  const secret = form?.fields.filter(({ control }) => control.kind === 'password') ?? [];
  const masks = secret.map((field) => [fieldKey('body', field), 'your_password'] as const);
  return { ...values, ...Object.fromEntries(masks) };
}
