import { createHash } from 'node:crypto';
import { data } from '@remix-run/node';
import { callAsKey } from '#app/api/call-as-key.server.ts';
import { endpoints } from '#app/api/endpoints.server.ts';
import type { Call } from '#app/reference/call.ts';
import type { OperationView } from '#app/reference/contract.ts';
import { readOperation } from '#app/reference/read-operations.server.ts';
import { callFields } from '#app/reference/try-it/plain-call.tsx';
import { readRequest, type Values } from '#app/reference/try-it/read-request.ts';
import type { Result } from '#app/reference/try-it/send-call.ts';
import type { KeyView } from '#domain/credentials/contract.ts';
import { listKeys } from '#domain/credentials/list-keys.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import type { Asked } from '../../asked.ts';
import { unsentSentence } from '../../unsent/unsent-reply.ts';

/** What a call that was sent without JavaScript comes back with. */
export type Answered = { values: Values; result?: Result; fault?: string };

const keyGone = 'This key is not yours, or is not there any more. Please choose another one.';

/** Makes the call of a form that was sent without JavaScript, with the key that was chosen. */
export async function act(
  { userId }: SignedIn,
  form: FormData,
  { clientAddress, exactAddress }: Asked,
) {
  const text = (name: string) => String(form.get(name) ?? '');
  const operation = readOperation(text('operation'))?.operation;
  const endpoint = endpoints.find(({ operationId }) => operationId === operation?.id);
  if (!operation || endpoint?.auth !== 'key') throw new Response(null, { status: 400 });
  const values = callFields(form);
  const answer = (status: number, more: Partial<Answered>) => data({ values, ...more }, { status });

  const key = (await listKeys(userId)).find(({ keyId }) => keyId === text('key'));
  if (!key) return answer(404, { fault: keyGone });
  const { call, faults } = requestOf(operation, values, key);
  if (Object.keys(faults).length > 0) return answer(400, {});
  const began = performance.now();
  const answered = await callAsKey(endpoint, key, {
    params: paramsOf(operation, values),
    search: new URL(call.address, 'http://dashboard').search,
    headers: headersOf(operation, call, text('once')),
    clientAddress,
    exactAddress,
    ...(call.body !== undefined && { body: JSON.parse(call.body) }),
  });
  const result: Result = {
    status: answered.status,
    tookMs: Math.round(performance.now() - began),
    headers: [['x-request-id', answered.requestId]],
    body: JSON.stringify(answered.body, null, 2),
  };
  return answer(200, { result });
}

/** The call as it was typed. */
export const showUnsent = (form: FormData): Answered => ({
  values: callFields(form),
  fault: unsentSentence,
});

function requestOf(operation: OperationView, values: Values, { keyId, secretKey }: KeyView) {
  const form = operation.body?.groups[0] ?? null;
  return readRequest(operation, form, values, { keyId, secretKey, token: '' });
}

function paramsOf({ parameters }: OperationView, values: Values): Record<string, string> {
  const fields = parameters.find(({ place }) => place === 'path')?.fields ?? [];
  return Object.fromEntries(fields.map(({ name }) => [name, values[`path.${name}`] ?? '']));
}

const idempotencyKey = 'Idempotency-Key';

/** The headers that were typed. The same form sent again, by a reload, is answered as it was. */
function headersOf({ idempotent, parameters }: OperationView, call: Call, once: string) {
  const named = parameters.find(({ place }) => place === 'header')?.fields ?? [];
  const typed = call.headers.filter(([name]) => named.some((field) => field.name === name));
  const headers = Object.fromEntries(typed);
  if (!idempotent || idempotencyKey in headers || once === '') return headers;
  const same = createHash('sha256').update(`${once} ${call.body}`).digest('hex');
  return { ...headers, [idempotencyKey]: same };
}
