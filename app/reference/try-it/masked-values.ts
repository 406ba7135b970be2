import type { FieldGroup } from '../contract.ts';
import { fieldKey, type Values } from './read-request.ts';

/** The values of a form with passwords masked. */
export function maskedValues(form: FieldGroup | null, values: Values): Values {
  const secret = form?.fields.filter(({ control }) => control.kind === 'password') ?? [];
  const masks = secret.map((field) => [fieldKey('body', field), 'your_password'] as const);
  return { ...values, ...Object.fromEntries(masks) };
}
