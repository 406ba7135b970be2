import { createHash } from 'node:crypto';
import { endpoints } from '#app/api/all-endpoints.server.ts';
import { callApiWithKey } from '#app/api/router.server.ts';
import { draftMessage } from '#app/dashboard/screen.server.ts';
import { type HttpCall, maskedCredentials } from '#app/reference/call.ts';
import type { OperationView } from '#app/reference/contract.ts';
import { readOperation } from '#app/reference/read-operations.server.ts';
import {
  callFields,
  pickTellingHeaders,
  type Result,
  readRequest,
  type Values,
} from '#app/reference/try-it/send-call.ts';
import type { Addresses } from '#app/session/session.server.ts';
import { listKeys, revealSecret } from '#domain/identity/api-keys/user-keys.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { guardSensitive } from '#domain/identity/sessions/guard-sensitive.ts';

/** The reply to a call that was sent without JavaScript. */
export type CallReply = { values: Values; result?: Result; error?: string };

/** The reply to the explorer's script for a call that needs a recent sign-in, so the page asks for the password. */
export type AskReply = { needsSignIn: true };

const unknownKey = 'You have no API key with this ID. Please choose another one.';

/**
 * Makes a call with the selected key. The secret never reaches the browser; the session authorises the call. If an operation
 * requires a recent sign-in over the API, the explorer requires one too.
 *
 * @throws DomainError `reauthentication_required`
 */
export async function answerCall(
  signedIn: SignedInUser,
  form: FormData,
  from: Addresses,
): Promise<{ status: number; answered: CallReply }> {
  const { userId } = signedIn;
  const text = (name: string) => String(form.get(name) ?? '');
  const operation = (await readOperation(text('operation')))?.operation;
  const endpoint = endpoints.find(({ operationId }) => operationId === operation?.id);
  if (!operation || !endpoint?.auth.startsWith('key')) throw new Response(null, { status: 400 });
  const values = callFields(form);
  const answer = (status: number, more: Partial<CallReply>) => ({
    status,
    answered: { values, ...more },
  });

  const key = (await listKeys(userId)).find(({ keyId }) => keyId === text('key'));
  if (!key) return answer(404, { error: unknownKey });
  const { call, errors } = buildRequest(operation, values, key.keyId);
  if (Object.keys(errors).length > 0) return answer(400, {});
  const startedAt = performance.now();
  const body = call.body === undefined ? undefined : JSON.parse(call.body);
  const { data: input } = endpoint.body?.safeParse(body) ?? {};
  // A call with an invalid body needs no recent sign-in, because the API rejects it.
  const rules = endpoint.body && input === undefined ? false : endpoint.recentSignIn;
  const isDone = ({ status }: { status: number }) => status < 400;
  const guarded = { input, from: from.exactAddress, isDone };
  const response = await guardSensitive(rules, signedIn, guarded, async () =>
    callApiWithKey(
      endpoint,
      { keyId: key.keyId, secretKey: await revealSecret(userId, key.keyId) },
      {
        params: readPathParams(operation, values),
        search: new URL(call.address, 'http://dashboard').search,
        headers: buildHeaders(operation, call, text('once')),
        ...from,
        ...(body !== undefined && { body }),
      },
    ),
  );
  const result: Result = {
    status: response.status,
    tookMs: Math.round(performance.now() - startedAt),
    headers: pickTellingHeaders(response.headers),
    body: JSON.stringify(response.body, null, 2),
  };
  return answer(200, { result });
}

/** Restores the fields of a call whose session had expired. */
export const draftOfCall = (form: FormData): CallReply => ({
  values: callFields(form),
  error: draftMessage,
});

/** The request without the secret, which is added when the call is made. */
function buildRequest(operation: OperationView, values: Values, keyId: string) {
  const form = operation.body?.groups[0] ?? null;
  return readRequest(operation, form, values, maskedCredentials(keyId));
}

function readPathParams({ parameters }: OperationView, values: Values): Record<string, string> {
  const fields = parameters.find(({ place }) => place === 'path')?.fields ?? [];
  return Object.fromEntries(fields.map(({ name }) => [name, values[`path.${name}`] ?? '']));
}

const idempotencyKey = 'Idempotency-Key';

/** The typed headers, with an idempotency key. If a reload submits the form again, key and response are the same. */
function buildHeaders({ idempotent, parameters }: OperationView, call: HttpCall, once: string) {
  const named = parameters.find(({ place }) => place === 'header')?.fields ?? [];
  const typed = call.headers.filter(([name]) => named.some((field) => field.name === name));
  const headers = Object.fromEntries(typed);
  if (!idempotent || idempotencyKey in headers || once === '') return headers;
  const derivedKey = createHash('sha256').update(`${once} ${call.body}`).digest('hex');
  return { ...headers, [idempotencyKey]: derivedKey };
}
