import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { callApiWithKey } from '#app/api/router.server.ts';
import { highlight } from '#app/content/highlight.server.ts';
import { draftToast } from '#app/dashboard/screen.server.ts';
import { asUnavailable } from '#app/guard-routes.server.ts';
import type { Addresses } from '#app/session/session.server.ts';
import { findTemplate } from '#domain/dlt/registry/list-registry.ts';
import { listKeys, revealSecret } from '#domain/identity/api-keys/user-keys.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { readFollowed } from '#domain/messaging/messages/find-messages.ts';
import { dltErrorTexts } from '#domain/shared/dlt-error-texts.browser.ts';
import { DomainError, isErrorCode, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import { withLf } from '#domain/shared/text.browser.ts';
import { logger } from '#platform/logger.ts';
import { type Call, consoleCalls } from './calls.server.ts';
import {
  type ApiExchange,
  type ConsoleFields,
  type ConsoleStep,
  type ConsoleTab,
  type FieldName,
  indiaCountryCode,
  pickCall,
  type Reply,
  serviceLimited,
  type TrackedMessage,
  withOffset,
} from './contract.ts';
import { readValues } from './fill-in.ts';
import { composeTyped } from './own-senders.server.ts';

/** The parts of the API's responses that consoles read. */
const envelopeSchema = z.object({
  status: z.string(),
  message: z.string().optional(),
  data: z
    .object({
      _id: z.string().optional(),
      status: z.string().optional(),
      isTest: z.boolean().optional(),
      warnings: z.array(z.object({ code: z.string(), message: z.string() })).optional(),
    })
    .optional(),
  error: z
    .object({
      code: z.string(),
      param: z.string().optional(),
      candidates: z.array(z.string()).optional(),
    })
    .optional(),
});

type ConsoleForm = { signedIn: SignedInUser; form: FormData; from: Addresses; stage: ConsoleStep };

const text = z.string().catch('');

/** Converts line breaks to LF, because messages are counted and sent with LF. */
const lines = text.transform(withLf);

const typedSchema = z.object({
  key: text,
  country: z.string().catch(indiaCountryCode),
  phone: text.transform((typed) => typed.trim()),
  message: lines,
  otp: text.transform((typed) => typed.trim()),
  service: text,
  sender: text.transform((typed) => typed.trim()),
  template: text.transform((typed) => typed.trim()),
  sendAt: text.transform((typed) => typed.trim()),
}) satisfies z.ZodType<Omit<ConsoleFields, 'values'>>;

/** Maximum number of values. No template has more slots. */
const maxValues = 50;

/** Parses the form of a console. Missing fields are empty. */
const parseConsoleFields = (form: FormData): ConsoleFields => ({
  ...typedSchema.parse(Object.fromEntries(form)),
  values: readValues(form).slice(0, maxValues).map(withLf),
});

/** The form's idempotency key; null if it is missing or invalid. */
const readIdempotencyKey = (form: FormData): string | null =>
  z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .safeParse(form.get('idempotencyKey')).data ?? null;

/** Restores a console whose session had expired. Omits the code, because it expires soon. */
export const draftOfCall = (form: FormData): Reply => ({
  status: 401,
  toast: draftToast,
  errors: {},
  typed: { ...parseConsoleFields(form), otp: '' },
  stage: form.get('stage') === 'verify' ? 'verify' : 'send',
  exchange: null,
  message: null,
  isTest: false,
  warnings: [],
  refusedByDlt: null,
  idempotencyKey: readIdempotencyKey(form) ?? randomUUID(),
});

const passedWithWarning =
  'The DLT check accepted the message with a warning, which is shown beside the form.';

const missingValues = {
  field: 'message',
  message: 'Please fill in all values of the template',
} as const;

const noKey = 'You have no API key yet. Create one, then send again.';

/** Makes the call of a console's form with the selected key, and builds the reply. */
async function makeCall(
  call: Call,
  { signedIn, form, from, stage }: ConsoleForm,
): Promise<Reply & { acceptedId: string | null }> {
  const given = parseConsoleFields(form);
  const composed = await composeTyped(signedIn.userId, given);
  const typed = composed ?? given;
  const stay = {
    typed,
    stage,
    errors: {},
    exchange: null,
    message: null,
    isTest: false,
    warnings: [],
    refusedByDlt: null,
    acceptedId: null,
    idempotencyKey: randomUUID(),
  };
  const reject = (field: FieldName, message: string, status = 400) => ({
    ...stay,
    status,
    toast: { type: 'info' as const, title: message },
    errors: { [field]: message },
  });

  if (typed.country !== indiaCountryCode) {
    const errors = { country: serviceLimited.message };
    const corrected = { ...typed, country: indiaCountryCode };
    return { ...stay, status: 400, toast: serviceLimited, errors, typed: corrected };
  }
  if (!composed) return reject('template', 'You have no DLT template with this id.', 404);
  const missing = call.requiredFields
    .filter(({ field }) => typed[field].trim() === '')
    .map((one) => (one.field === 'message' && typed.template !== '' ? missingValues : one));
  const [first] = missing;
  if (first) {
    const errors = missing.map(({ field, message }) => [field, message]);
    return { ...reject(first.field, first.message), errors: Object.fromEntries(errors) };
  }

  const failed = { type: 'error' as const, title: 'Error' };
  try {
    const keys = await listKeys(signedIn.userId);
    if (typed.key === '') {
      const hasKey = keys.length > 0;
      return reject('key', hasKey ? 'Please select an API key' : noKey);
    }
    const key = keys.find(({ keyId }) => keyId === typed.key);
    if (!key)
      return reject('key', 'You have no API key with this ID. Please select another one.', 404);

    const idempotencyKey = readIdempotencyKey(form) ?? stay.idempotencyKey;
    const { idempotent } = call.endpoint;
    const secretKey = await revealSecret(signedIn.userId, key.keyId);
    const response = await callApiWithKey(
      call.endpoint,
      { keyId: key.keyId, secretKey },
      {
        body: call.body(typed),
        headers: idempotent ? { 'idempotency-key': idempotencyKey } : {},
        ...from,
      },
    );
    const text = JSON.stringify(response.body, null, 2);
    const exchange: ApiExchange = {
      call: call.name,
      values: {
        keyId: key.keyId,
        recipient: typed.phone,
        message: typed.message,
        otp: typed.otp,
        service: typed.service,
        sender: typed.sender,
        template: typed.template,
        sendAt: withOffset(typed.sendAt),
        idempotencyKey,
      },
      status: response.status,
      requestId: response.requestId,
      response: { text, html: highlight(text, 'json') },
    };
    const envelope = envelopeSchema.safeParse(response.body).data;
    const made = { ...stay, exchange, status: response.status };
    if (envelope?.status !== 'success') {
      const message = sayFailure(envelope, response.headers) ?? call.fallback;
      return {
        ...made,
        toast: { ...failed, message },
        errors: toErrors(call, envelope?.error, message),
        refusedByDlt: await findNearest(signedIn.userId, envelope?.error),
        // The result is unknown, so a retry must use the same idempotency key.
        ...(response.status >= 500 && { idempotencyKey }),
      };
    }
    const warnings = (envelope.data?.warnings ?? []).map((one) => ({
      ...one,
      isError: one.code in dltErrorTexts,
    }));
    return {
      ...made,
      toast: {
        type: 'success',
        title:
          envelope.data?.status === 'scheduled'
            ? 'Message scheduled: see Messages, Scheduled'
            : (envelope.message ?? call.endpoint.message),
        ...(warnings.some(({ isError }) => isError) && { message: passedWithWarning }),
      },
      typed: clearFields(typed, call.clears),
      stage: call.next,
      isTest: envelope.data?.isTest ?? false,
      warnings,
      acceptedId: envelope.data?._id ?? null,
    };
  } catch (thrown) {
    const error = asUnavailable(thrown);
    if (error instanceof DomainError) {
      const status = httpStatusByErrorCode[error.code];
      return { ...stay, status, toast: { ...failed, message: sentenceForPeople(error) } };
    }
    logger.error(
      { error, call: call.name },
      'a call from a console failed with an unexpected error',
    );
    return { ...stay, status: 500, toast: { ...failed, message: call.fallback } };
  }
}

/** Returns the error message for the person at the console. The response shows the API's own message. */
function sayFailure(
  envelope: z.output<typeof envelopeSchema> | undefined,
  headers: Headers,
): string | undefined {
  if (envelope?.message === undefined) return undefined;
  const { code } = envelope.error ?? {};
  if (code === undefined || !isErrorCode(code)) return envelope.message;
  const seconds = Number(headers.get('retry-after')) || undefined;
  return sentenceForPeople({ code, message: envelope.message, retryAfterSeconds: seconds });
}

/** Finds the template nearest to a message whose text DLT would reject. */
async function findNearest(
  userId: string,
  error: { code: string; candidates?: string[] | undefined } | undefined,
): Promise<Reply['refusedByDlt']> {
  if (!error || !/^dlt_(template|var|char|cta)_/.test(error.code)) return null;
  const [id] = error.candidates ?? [];
  const template = id === undefined ? null : await findTemplate(userId, id);
  return { nearest: template && { id: template.templateId, name: template.name } };
}

function toErrors(
  { fieldByParam }: Call,
  error: { code: string; param?: string | undefined } | undefined,
  message: string,
): Reply['errors'] {
  if (!error) return {};
  const about = error.code.startsWith('otp_') ? 'otp' : error.param;
  const field = about === undefined ? undefined : fieldByParam[about];
  return field ? { [field]: message } : {};
}

const clearFields = (typed: ConsoleFields, fields: FieldName[]): ConsoleFields => ({
  ...typed,
  values: typed.values.map(() => ''),
  ...Object.fromEntries(fields.map((field) => [field, ''])),
});

/** The current state of one of the user's messages, or null if there is none with this id. */
export async function findTrackedMessage(
  { sessionId }: Pick<SignedInUser, 'sessionId'>,
  messageId: string,
): Promise<TrackedMessage | null> {
  const [found] = await readFollowed([{ sessionId, messageId }]);
  return found ?? null;
}

/** Handles the form of a console, for the page and for the script. */
export async function handleConsoleForm(
  tab: ConsoleTab,
  signedIn: SignedInUser,
  form: FormData,
  from: Addresses,
): Promise<Reply> {
  const stage = form.get('stage') === 'verify' ? 'verify' : 'send';
  const { acceptedId, ...reply } = await makeCall(consoleCalls[pickCall(tab, form)], {
    signedIn,
    form,
    from,
    stage,
  });
  return { ...reply, message: acceptedId ? await findTrackedMessage(signedIn, acceptedId) : null };
}
