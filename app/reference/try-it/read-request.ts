import { type Credentials, credentialHeaders, type HttpCall, toCall } from '../call.ts';
import type { Field, FieldGroup, OperationView, ParameterLocation } from '../contract.ts';

/** What was typed, by `keyOf`. */
export type Values = Record<string, string>;

/** The name of a field among all of a form: two places may have the same. */
export const fieldKey = (place: ParameterLocation | 'body', { name }: Field) => `${place}.${name}`;

type Request = { call: HttpCall; faults: Record<string, string> };

/**
 * Makes the call of what was typed. What was left empty and may be is left out; whether the rest is
 * right is for the API to say. Only what could not be sent at all is a fault.
 *
 * @param form which form of the body, if it has several
 */
export function readRequest(
  operation: OperationView,
  form: FieldGroup | null,
  values: Values,
  credentials: Credentials,
): Request {
  const faults: Request['faults'] = {};
  const filled = (place: ParameterLocation) =>
    fieldsAt(operation, place)
      .map((field): [string, string] => [field.name, values[fieldKey(place, field)] ?? ''])
      .filter(([, value]) => value !== '' || place === 'path');
  const parameters = { path: filled('path'), query: filled('query'), header: filled('header') };
  for (const [name, value] of parameters.path) {
    if (value === '') faults[`path.${name}`] = 'Required: this value is part of the path.';
  }
  const headers = credentialHeaders(operation.access, credentials);
  for (const [name, value] of [...headers, ...parameters.header]) {
    if (!/^[\x20-\x7e]*$/.test(value))
      faults[`header.${name}`] = 'Use ASCII characters only in a header.';
  }
  const body = form ? readBody(form, values, faults) : undefined;
  const { method, path } = operation;
  return { call: toCall({ method, path, parameters, credentials: headers, body }), faults };
}

/** The parameters of an operation at a place. */
const fieldsAt = ({ parameters }: OperationView, place: ParameterLocation): Field[] =>
  parameters.find((each) => each.place === place)?.fields ?? [];

function readBody({ fields }: FieldGroup, values: Values, faults: Request['faults']) {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const typed = values[fieldKey('body', field)] ?? '';
    if (typed === '' && !field.required) continue;
    try {
      body[field.name] = toValue(field, typed);
    } catch {
      faults[fieldKey('body', field)] = 'This is not valid JSON.';
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
