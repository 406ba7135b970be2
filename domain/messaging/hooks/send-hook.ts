import { createHash } from 'node:crypto';
import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { sendMessageInput } from '#domain/messaging/messages/contract.ts';
import { sendMessage, toDraft } from '#domain/messaging/messages/send-message.ts';
import { type OwnCode, sendOwnCode } from '#domain/messaging/otp/send-own-code.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { findSavedResponse, type Idempotency } from '#domain/shared/idempotency/saved-response.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { clock } from '#platform/clock.browser.ts';
import { type HookCall, type HookKind, type HookMessage, maxRecipients } from './contract.ts';
import type { CalledHook } from './manage-hooks.ts';
import { fillIn, findCode, parsePayload } from './payload.ts';

type Sending = {
  hook: CalledHook;
  kind: HookKind;
  call: HookCall;
  caller: Caller;
  /** The client address of the call, for rate limits. */
  from: string;
};

/** The ids of a call's messages, and the error if some recipients got no message. */
export type Sent = { ids: string[]; error: unknown };

/**
 * Sends the messages of a call, one per recipient, for the hook's account. They pass the same checks and limits as messages
 * of the API. Codes use the OTP lane.
 *
 * @returns the messages, and an error if some number did not get one. A repeated call with the same event sends only to
 *   those numbers
 * @throws DomainError `invalid_parameter` if the call lacks a field, `invalid_recipient`
 */
export async function sendHook({ hook, kind, call, caller, from }: Sending): Promise<Sent> {
  const message = kind.read(call);
  const recipients = readRecipients(message, hook);
  const code = readCode(message, hook, kind);
  const ids: string[] = [];
  const errors: unknown[] = [];
  for (const recipient of recipients) {
    try {
      const once = await idempotencyOf({ hook, call, caller, message, recipient });
      const id =
        code === undefined
          ? (await sendMessage(caller, toInput(hook, message, call, recipient), once)).data._id
          : await sendCode({ hook, message, call, caller, from }, { recipient, code }, once);
      if (id !== null) ids.push(id);
    } catch (error) {
      errors.push(error);
    }
  }
  return { ids, error: errors.length > 0 ? toReport(errors, recipients.length) : null };
}

/** Returns the numbers of the call, or those of the hook if the call has none. */
function readRecipients(message: HookMessage, hook: CalledHook): string[] {
  const typed = message.recipients.length > 0 ? message.recipients : hook.recipients;
  if (typed.length > maxRecipients) {
    const message = `Please send at most ${maxRecipients} numbers at a time.`;
    throw new DomainError('invalid_parameter', { param: 'recipient', message });
  }
  if (typed.length === 0) {
    const message = 'The call names no recipient, and the hook has no numbers.';
    throw new DomainError('invalid_recipient', { param: 'recipient', message });
  }
  return [...new Set(typed.map((one) => withParam(recipientInput, one)))];
}

/** Parses a number. An error names our field `recipient` and not the field of the product. */
function withParam(schema: typeof recipientInput, typed: string): string {
  try {
    return parsePayload(schema, typed);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError(error.code, { message: error.message, param: 'recipient' });
  }
}

/** Returns the code of a call; undefined if its text contains no code. */
function readCode(message: HookMessage, hook: CalledHook, kind: HookKind): string | undefined {
  if (kind.codes === 'never') return undefined;
  if (message.code !== undefined) return message.code.trim();
  const needsCode = hook.sendAs === 'code' || hook.sendAs === 'service';
  if (kind.codes === 'chosen' && !hook.hasCodes && !needsCode) return undefined;
  if (message.text !== undefined) return findCode(message.text);
  throw new DomainError('invalid_parameter', {
    param: 'code',
    message: 'The call has no code.',
  });
}

/**
 * Returns the input of `POST /messages/send-message`, for the product's own text or for a template with values from the
 * call.
 */
function toInput(hook: CalledHook, message: HookMessage, call: HookCall, recipient: string) {
  const { sender, templateId, variables } = hook;
  const { code, text, fields } = message;
  const own = { code, text, recipient, ...fields };
  const content =
    hook.sendAs === 'template'
      ? { variables: variables.map((one) => fillIn(one, own, call.payload)) }
      : { message: text };
  return parsePayload(sendMessageInput, {
    ...{ recipient, ...content },
    ...(sender !== null && { sender_id: sender }),
    ...(templateId !== null && { template_id: templateId }),
  });
}

async function sendCode(
  { hook, message, call, caller, from }: Omit<Sending, 'kind'> & { message: HookMessage },
  { recipient, code }: { recipient: string; code: string },
  once: Idempotency | null,
): Promise<string | null> {
  const text = toCodeText({ hook, message: { ...message, code }, call }, recipient);
  const own = { recipient, code, text, endUserIp: message.endUserIp };
  return (await sendOwnCode(caller, own, from, once)).data._id;
}

function toCodeText(
  { hook, message, call }: Pick<Sending, 'hook' | 'call'> & { message: HookMessage },
  recipient: string,
): OwnCode['text'] {
  if (hook.sendAs === 'code') return null;
  if (hook.sendAs === 'service') return { service: hook.serviceId ?? '' };
  const draft = toDraft(toInput(hook, message, call, recipient), clock.now());
  if (draft instanceof DomainError) throw draft;
  return { draft };
}

type Once = Pick<Sending, 'hook' | 'call' | 'caller'> & { message: HookMessage; recipient: string };

const minuteMs = 60_000;

/**
 * Returns the idempotency key for one message of a call, derived from the call's `Idempotency-Key` or the product's event.
 * For events that are reported again on purpose, the key changes every `repeatMinutes`. A call uses the previous interval's
 * key if that key has a saved response, so that a retry does not count as a new report.
 */
async function idempotencyOf({
  hook,
  call,
  caller,
  message,
  recipient,
}: Once): Promise<Idempotency | null> {
  const given = call.headers.get('idempotency-key');
  const event = given ?? message.event;
  if (!event) return null;
  const scope = caller.livemode ? hook.userId : `${hook.userId}|test`;
  const at = (span: number | null): Idempotency => {
    const requestHash = createHash('sha256')
      .update(JSON.stringify([event, recipient, span]))
      .digest();
    const key = `${hook.id} ${requestHash.toString('hex')}`;
    return { scope, key, requestHash, requestId: caller.requestId ?? '' };
  };
  if (given !== null || message.repeatMinutes === undefined) return at(null);
  const span = Math.floor(clock.now().getTime() / (message.repeatMinutes * minuteMs));
  const before = at(span - 1);
  return (await findSavedResponse(before)) ? before : at(span);
}

/**
 * Selects the error to report. A temporary error is preferred, because the product then retries. With several recipients,
 * the error says how many got no message.
 */
function toReport(errors: unknown[], recipients: number): unknown {
  const unexpected = errors.find((error) => !(error instanceof DomainError));
  const passing = errors.find(
    (error) => error instanceof DomainError && error.retryAfterSeconds !== undefined,
  );
  const error = unexpected ?? passing ?? errors[0];
  if (recipients === 1 || !(error instanceof DomainError)) return error;
  const { code, param, retryAfterSeconds, fields } = error;
  return new DomainError(code, {
    message: `${errors.length} of ${recipients} numbers did not get the message. ${error.message}`,
    ...(param && { param }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(fields && { fields }),
  });
}
