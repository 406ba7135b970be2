import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import {
  acceptBatched,
  buildMessageRow,
  type NewMessageRow,
} from '#domain/messaging/messages/accept-messages.ts';
import { textColumn } from '#domain/messaging/messages/message-columns.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  findSavedResponse,
  type Idempotency,
  type IdempotentResult,
} from '#domain/shared/idempotency/saved-response.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { type Draft, prepareIdentify, prepareIdentifyOwnText } from '../../dlt/sending/identify.ts';
import { consumeOtpLimits } from './abuse/consume-otp-limits.ts';
import { toInstallationDraft } from './accept-otps.ts';
import { codeTtlSeconds } from './contract.ts';
import { toServiceDraft } from './services/check-service.ts';
import { loadService } from './services/manage-services.ts';
import { findTestNumber } from './services/test-numbers.ts';
import { secondsUntilAllowed } from './wrong-attempts.ts';

/** A code that another program generates and verifies. */
export type OwnCode = {
  /** The number in E.164. */
  recipient: string;
  code: string;
  /**
   * The source of the text: the id of one of the account's OTP services, a draft that contains the code, or null for the
   * installation's text.
   */
  text: { service: string } | { draft: Draft } | null;
  /** The IP address of the end user, if known. */
  endUserIp: string | undefined;
};

/**
 * The id of the message; null if the recipient is a test number of the service, because nothing is sent to
 * it.
 */
export type SentOwnCode = { _id: string | null };

/** Only letters and digits, so that a caller cannot send a whole text as a code. */
const codePattern = /^[A-Za-z0-9]{3,12}$/;

/**
 * Sends a code that another program generated. The message uses the OTP lane and the limits of one-time passwords, and its
 * text is stored encrypted. There is no row in `otps`, because the other program verifies the code.
 *
 * @param from the client address of the request, for rate limits; empty if unknown
 * @throws DomainError `invalid_parameter` for a code with other characters or length, a text without the code, or an unknown
 *   service; a verdict of `checkDlt`, `rate_limited`, `otp_throttled`, `message_limit_reached`, `api_call_limit_reached`,
 *   `idempotency_mismatch`
 */
export async function sendOwnCode(
  caller: Caller,
  { recipient, code, text, endUserIp }: OwnCode,
  from: string,
  idempotency: Idempotency | null,
): Promise<IdempotentResult<SentOwnCode>> {
  const before = idempotency && (await findSavedResponse(idempotency));
  if (before) return { data: before.answer as SentOwnCode, replayed: true };
  if (!codePattern.test(code)) {
    const message = 'A code has 3 to 12 letters and digits.';
    throw new DomainError('invalid_parameter', { param: 'code', message });
  }
  const now = clock.now();
  const service = text && 'service' in text ? await loadService(caller.userId, text.service) : null;
  if (service && findTestNumber(service, recipient, now)) {
    return { data: { _id: null }, replayed: false };
  }
  const identify = await (text
    ? prepareIdentify(caller.userId, { isTest: !caller.livemode })
    : prepareIdentifyOwnText());
  const drafted = service
    ? toServiceDraft(service, recipient, code)
    : text && 'draft' in text
      ? text.draft
      : toInstallationDraft({ recipient, code });
  const message = identify(drafted, now);
  if (message instanceof DomainError) throw message;
  if (!message.content.text.includes(code)) {
    throw new DomainError('invalid_parameter', {
      param: 'message',
      message: 'The message does not contain the code.',
    });
  }
  if (message.isPromotional) {
    throw new DomainError('invalid_parameter', {
      param: 'template_id',
      message: 'The template is promotional. Codes need a transactional or service template.',
    });
  }
  await requireSendable(caller, recipient, now);
  const refund = await consumeOtpLimits({ caller, recipient, from, endUserIp });
  const valid = new Date(now.getTime() + (service?.ttlSeconds ?? codeTtlSeconds) * 1_000);
  const row = encryptText({
    ...buildMessageRow(caller, message, now),
    kind: 'otp',
    valid_until: valid,
  });
  const answer: SentOwnCode = { _id: row.id };
  const accepted = await acceptBatched({ caller, messages: [row], idempotency, answer }).catch(
    (error) => {
      refund();
      throw error;
    },
  );
  if (!('replay' in accepted)) return { data: answer, replayed: false };
  refund();
  return { data: accepted.replay.answer as SentOwnCode, replayed: true };
}

/**
 * With a test key, the text is stored in plain text, because no phone receives it, and developers must be able to read it.
 */
function encryptText(row: NewMessageRow): NewMessageRow {
  if (!row.livemode || row.content === null) return row;
  const place = { id: row.id, userId: row.user_id };
  const encrypted = textColumn.encrypt(place, row.content).toString('hex');
  return { ...row, content: null, encrypted_content: encrypted };
}

const sentSql = `
  SELECT created_at AS at FROM messages
  WHERE user_id = $1 AND recipient = $2 AND id >= $3 AND kind = 'otp' AND livemode = $4
  ORDER BY id DESC LIMIT 100`;

/**
 * Throws unless the hourly and daily limits of the account and number allow another code. Codes that we generated count too.
 * Parallel calls may exceed these limits, but not the exact hourly limit over all accounts in `consumeOtpLimits`.
 */
async function requireSendable(
  { userId, livemode }: Caller,
  recipient: string,
  now: Date,
): Promise<void> {
  const since = minIdAt('msg', now.getTime() - 24 * 3_600_000);
  const rows = await query<{ at: Date }>('codes-sent-to', sentSql, [
    ...[userId, recipient, since, livemode],
  ]);
  const wait = secondsUntilAllowed(
    rows.map(({ at }) => at),
    now,
  );
  if (wait <= 0) return;
  throw new DomainError('rate_limited', {
    message: 'Too many OTPs were sent to this number.',
    retryAfterSeconds: wait,
  });
}
