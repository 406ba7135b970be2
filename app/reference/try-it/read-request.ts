import { type Credentials, credentialHeaders, type HttpCall, toCall } from '../call.ts';
import type { Field, FieldGroup, OperationView, ParameterLocation } from '../contract.ts';

/** Values of a form by `fieldKey`. */
export type Values = Record<string, string>;

/** The name of a field in a form: two locations may have fields of the same name. */
export const fieldKey = (place: ParameterLocation | 'body', { name }: Field) => `${place}.${name}`;

type Request = { call: HttpCall; errors: Record<string, string> };

/**
 * Builds the call from a form's values. Empty optional fields are omitted. Only values that cannot be sent
 * at all cause errors; the API validates the rest.
 *
 * @param form the variant of the body
 */
export function readRequest(
  operation: OperationView,
  form: FieldGroup | null,
  values: Values,
  credentials: Credentials,
): Request {
  const errors: Request['errors'] = {};
  const filled = (place: ParameterLocation) =>
    fieldsAt(operation, place)
      .map((field): [string, string] => [field.name, values[fieldKey(place, field)] ?? ''])
      .filter(([, value]) => value !== '' || place === 'path');
  const parameters = { path: filled('path'), query: filled('query'), header: filled('header') };
  for (const [name, value] of parameters.path) {
    if (value === '') errors[`path.${name}`] = 'Required: this value is part of the path.';
  }
  const headers = credentialHeaders(operation.access, credentials);
  for (const [name, value] of [...headers, ...parameters.header]) {
    if (!/^[\x20-\x7e]*$/.test(value))
      errors[`header.${name}`] = 'Use ASCII characters only in a header.';
  }
  const body = form ? readBody(form, values, errors) : undefined;
  const { method, path } = operation;
  return { call: toCall({ method, path, parameters, credentials: headers, body }), errors };
}

const fieldsAt = ({ parameters }: OperationView, place: ParameterLocation): Field[] =>
  parameters.find((each) => each.place === place)?.fields ?? [];

function readBody({ fields }: FieldGroup, values: Values, errors: Request['errors']) {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const typed = values[fieldKey('body', field)] ?? '';
    if (typed === '' && !field.required) continue;
    try {
      body[field.name] = toValue(field, typed);
    } catch {
      errors[fieldKey('body', field)] = 'This is not valid JSON.';
    }
  }
  return body;
}

function toValue({ control, type }: Field, typed: string): unknown {
  if (control.kind === 'json') return JSON.parse(typed);
  if (type.startsWith('boolean')) return typed === 'true';
  const number = Number(typed);
  return control.kind === 'number' && typed.trim() !== '' && Number.isFinite(number)
    ? number
    : typed;
}
