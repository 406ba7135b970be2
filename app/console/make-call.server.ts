import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { callApiWithKey } from '#app/api/call-api-with-key.server.ts';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { asUnavailable } from '#app/as-unavailable.server.ts';
import { highlight } from '#app/content/highlight.server.ts';
import type { Addresses } from '#app/session/to-client-addresses.ts';
import { listKeys } from '#domain/identity/api-keys/list-keys.server.ts';
import { revealSecret } from '#domain/identity/api-keys/reveal-secret.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { logger } from '#platform/logger.ts';
import type { Call } from './calls.server.ts';
import type { ApiExchange, ConsoleFields, ConsoleStep, FieldName, Reply } from './contract.ts';
import { indiaCountryCode, serviceLimited } from './countries.ts';
import { parseConsoleFields, readIdempotencyKey } from './parse-console-fields.ts';

/** What consoles read of the API's answers. */
const envelopeSchema = z.object({
  status: z.string(),
  message: z.string().optional(),
  data: z.object({ _id: z.string().optional() }).optional(),
  error: z.object({ code: z.string(), param: z.string().optional() }).optional(),
});

type Asking = { signedIn: SignedInUser; form: FormData; from: Addresses; stage: ConsoleStep };

/** Makes the call that a console's form asks for, with the key that it names, and says what came of it. */
export async function makeCall(
  call: Call,
  { signedIn, form, from, stage }: Asking,
): Promise<Reply & { acceptedId: string | null }> {
  const typed = parseConsoleFields(form);
  const stay = {
    typed,
    stage,
    faults: {},
    exchange: null,
    message: null,
    acceptedId: null,
    idempotencyKey: randomUUID(),
  };
  const refuse = (field: FieldName, sentence: string, status = 400) => ({
    ...stay,
    status,
    toast: { type: 'info' as const, title: sentence },
    faults: { [field]: sentence },
  });

  if (typed.country !== indiaCountryCode) {
    const faults = { country: serviceLimited.message };
    const back = { ...typed, country: indiaCountryCode };
    return { ...stay, status: 400, toast: serviceLimited, faults, typed: back };
  }
  const missing = call.asks.find(({ field }) => typed[field].trim() === '');
  if (missing) return refuse(missing.field, missing.sentence);

  const failed = { type: 'error' as const, title: 'Error' };
  try {
    if (typed.key === '') return refuse('key', 'Please select an API key');
    const keys = await listKeys(signedIn.userId);
    const key = keys.find(({ keyId }) => keyId === typed.key);
    if (!key) return refuse('key', 'This API key was deleted. Please select another one.', 404);

    const idempotencyKey = readIdempotencyKey(form) ?? stay.idempotencyKey;
    const { idempotent } = call.endpoint;
    const secretKey = await revealSecret(signedIn.userId, key.keyId);
    const answered = await callApiWithKey(
      call.endpoint,
      { keyId: key.keyId, secretKey },
      {
        body: call.body(typed),
        headers: idempotent ? { 'idempotency-key': idempotencyKey } : {},
        ...from,
      },
    );
    const text = JSON.stringify(answered.body, null, 2);
    const exchange: ApiExchange = {
      call: call.name,
      values: {
        keyId: key.keyId,
        recipient: typed.phone,
        message: typed.message,
        otp: typed.otp,
        idempotencyKey,
      },
      status: answered.status,
      requestId: answered.requestId,
      response: { text, html: highlight(text, 'json') },
    };
    const envelope = envelopeSchema.safeParse(answered.body).data;
    const made = { ...stay, exchange, status: answered.status };
    if (envelope?.status !== 'success') {
      const message = envelope?.message ?? call.fallback;
      return {
        ...made,
        toast: { ...failed, message },
        faults: faultsOf(call, envelope?.error, message),
        // Whether it was carried out is not known: the next try must not be another.
        ...(answered.status >= 500 && { idempotencyKey }),
      };
    }
    return {
      ...made,
      toast: { type: 'success', title: envelope.message ?? call.endpoint.message },
      typed: emptied(typed, call.clears),
      stage: call.next,
      acceptedId: envelope.data?._id ?? null,
    };
  } catch (thrown) {
    const error = asUnavailable(thrown);
    if (error instanceof DomainError) {
      const status = httpStatusByErrorCode[error.code];
      return { ...stay, status, toast: { ...failed, message: error.message } };
    }
    logger.error({ error, call: call.name }, 'a console failed');
    return { ...stay, status: 500, toast: { ...failed, message: call.fallback } };
  }
}

function faultsOf(
  { fieldOf }: Call,
  error: { code: string; param?: string | undefined } | undefined,
  message: string,
): Reply['faults'] {
  if (!error) return {};
  const about = error.code.startsWith('otp_') ? 'otp' : error.param;
  const field = about === undefined ? undefined : fieldOf[about];
  return field ? { [field]: message } : {};
}

const emptied = (typed: ConsoleFields, fields: FieldName[]): ConsoleFields => ({
  ...typed,
  ...Object.fromEntries(fields.map((field) => [field, ''])),
});
