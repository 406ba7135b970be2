import { type Credentials, credentialHeaders, type HttpCall, toCall } from '../call.ts';
import type { Field, FieldGroup, OperationView, ParameterLocation } from '../contract.ts';

/** Values of a form by `fieldKey`. */
export type Values = Record<string, string>;

/** The name of a field in a form. It contains the location, because two locations may have fields of the same name. */
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

/** A response. */
export type Result = {
  status: number;
  /** The time from sending the call to receiving the last byte, in milliseconds. */
  tookMs: number;
  headers: [name: string, value: string][];
  /** Indented JSON, or the text as received. */
  body: string;
};

/** Response headers worth showing. */
const relevantHeaders = [
  'x-request-id',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'idempotent-replayed',
];

/** The relevant headers of a response. */
export const pickTellingHeaders = (headers: Headers): Result['headers'] =>
  relevantHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });

/** Timeout of a call, in milliseconds. */
export const patience = 30_000;

/**
 * Sends a call without cookies, which the API ignores.
 *
 * @throws if there is no response
 */
export async function sendCall({ method, address, headers, body }: HttpCall): Promise<Result> {
  const startedAt = performance.now();
  const response = await fetch(address, {
    method,
    headers,
    credentials: 'omit',
    signal: AbortSignal.timeout(patience),
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    tookMs: Math.round(performance.now() - startedAt),
    headers: pickTellingHeaders(response.headers),
    body: indent(text),
  };
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A call's form without JavaScript. The page posts it and shows the response. */
export type NoScriptCall = {
  /** Hidden fields of the form. */
  hidden: Record<string, string>;
  values?: Values;
  /** The response to the previous submit. */
  result?: Result;
};

/** Reads the values of a call's form. The name of a field begins with the location of its parameter. */
export function readFormValues(form: HTMLFormElement | null): Values {
  return form ? callFields(new FormData(form)) : {};
}

/** Selects the fields of the call among the fields of a form. */
export const callFields = (form: FormData): Values =>
  Object.fromEntries(
    [...form].filter(
      (entry): entry is [string, string] =>
        /^(?:path|query|header|body)\./.test(entry[0]) && typeof entry[1] === 'string',
    ),
  );
