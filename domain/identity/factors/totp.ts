import { createHmac, randomBytes } from 'node:crypto';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { decrypt, encrypt } from '#platform/crypto.ts';
import { query, type SqlClient, type Transaction } from '#platform/db.ts';
import { encryptedColumn } from '#platform/encrypted-column.ts';
import { newId } from '#platform/ids.ts';
import { enrolmentTtlMs } from './contract.browser.ts';

/** The secrets of authenticator apps. They are encrypted instead of hashed, because checking a code needs the secret. */
export const totpSecretColumn = encryptedColumn({
  table: 'totp_factors',
  column: 'encrypted_secret',
  kind: 'totp-secret',
});

/** The length of a secret in bytes, as RFC 4226, section 4, recommends. */
const secretBytes = 20;

/** Digits of a code, and seconds of a time step: the values that every authenticator app supports. */
const digits = 6;
const stepSeconds = 30;

/**
 * How many steps before and after the current one are accepted: one for the time in which a person types (RFC 6238, 5.2), and
 * one for phones whose clock is fast.
 */
const drift = 1;

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes in base 32 without padding (RFC 4648). */
export function toBase32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => base32Alphabet[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

/** Decodes base 32 without padding. Ignores other characters. */
export function fromBase32(text: string): Buffer {
  let bits = '';
  for (const character of text.toUpperCase()) {
    const value = base32Alphabet.indexOf(character);
    if (value >= 0) bits += value.toString(2).padStart(5, '0');
  }
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/**
 * The one-time password of a counter: HMAC-SHA-1, truncated (RFC 4226, section 5.3).
 *
 * @param length the number of digits
 */
export function hotp(secret: Uint8Array, counter: number, length: number = digits): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** length;
  return String(number).padStart(length, '0');
}

/** The time step of a moment (RFC 6238, section 4.2). */
export const stepAt = (seconds: number): number => Math.floor(seconds / stepSeconds);

/** The current time step by PostgreSQL's clock, which all processes share. */
const currentStepSql = `floor(extract(epoch FROM now()) / ${stepSeconds})::bigint`;

/** A new secret, before the app is confirmed. */
export type Enrolment = {
  /** The secret in base 32, for people who type it. */
  secret: string;
  /** The address that the app reads from the QR code (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
  uri: string;
  /** The secret in encrypted form, which the form with the first code returns. */
  enrolment: string;
};

type EnrolmentContent = { secret: string; until: number };

const enrolmentContext = (userId: string) => `totp-enrolment|${userId}`;

/**
 * Creates a secret for a user's authenticator app. Nothing is stored until `confirmTotp` gets a code of the app.
 *
 * @param email the label in the app
 */
export function startEnrolment(userId: string, email: string): Enrolment {
  return toEnrolment(userId, email, toBase32(randomBytes(secretBytes)));
}

function toEnrolment(userId: string, email: string, secret: string): Enrolment {
  const content: EnrolmentContent = { secret, until: clock.now().getTime() + enrolmentTtlMs };
  const query = new URLSearchParams({ secret, issuer: 'Dakiya' });
  return {
    secret,
    uri: `otpauth://totp/Dakiya:${encodeURIComponent(email)}?${query}`,
    enrolment: encrypt(JSON.stringify(content), enrolmentContext(userId)).toString('base64url'),
  };
}

/**
 * Returns an enrolment again, for a page that shows the error of a wrong code.
 *
 * @throws DomainError `invalid_parameter` if it is expired or belongs to another user
 */
export function resumeEnrolment(userId: string, email: string, enrolment: string): Enrolment {
  return toEnrolment(userId, email, openEnrolment(userId, enrolment).secret);
}

function openEnrolment(userId: string, enrolment: string): EnrolmentContent {
  let content: EnrolmentContent | null = null;
  try {
    content = JSON.parse(decrypt(Buffer.from(enrolment, 'base64url'), enrolmentContext(userId)));
  } catch {
    // A visitor can send any value. A value that cannot be decrypted was not created for this user.
  }
  if (content && content.until > clock.now().getTime()) return content;
  throw new DomainError('invalid_parameter', {
    param: 'enrolment',
    message: 'This QR code has expired. Please start again.',
  });
}

const readStep = `SELECT ${currentStepSql} AS step`;

const insert = `
  INSERT INTO totp_factors (id, user_id, encrypted_secret, created_at, last_step, last_used_at)
  SELECT $1, $2, $3, $4, $5, $4 WHERE $5 BETWEEN ${currentStepSql} - ${drift} AND ${currentStepSql} + ${drift}
  ON CONFLICT (user_id) DO NOTHING
  RETURNING id`;

/**
 * Stores the secret of an enrolment if the code is correct. The code cannot be used again.
 *
 * @throws DomainError `invalid_parameter` if the code is wrong, the enrolment expired, or an app is set up already
 */
export async function confirmTotp(
  userId: string,
  { enrolment, code }: { enrolment: string; code: string },
  tx: Transaction,
): Promise<void> {
  const { secret } = openEnrolment(userId, enrolment);
  const [now] = await query<{ step: number }>('read-totp-step', readStep, [], tx);
  const step = findStep(fromBase32(secret), code, Number(now?.step));
  if (step === null) {
    throw new DomainError('invalid_parameter', {
      param: 'code',
      message:
        'This code is not correct. Enter the code that the app shows now, and check that your phone sets its time automatically.',
    });
  }
  const at = clock.now();
  const id = newId('tot', at.getTime());
  const encrypted = totpSecretColumn.encrypt({ id, userId }, secret);
  const added = await query('add-totp', insert, [id, userId, encrypted, at, step], tx);
  if (added.length === 0) {
    throw new DomainError('invalid_parameter', {
      param: 'code',
      message: 'An authenticator app is set up already. Turn it off before you set up another one.',
    });
  }
}

/** The step whose code was entered, among the accepted steps; null for none. */
function findStep(secret: Uint8Array, code: string, current: number): number | null {
  for (let step = current - drift; step <= current + drift; step++) {
    if (hotp(secret, step) === code) return step;
  }
  return null;
}

const read = `
  SELECT id, encrypted_secret AS "encryptedSecret", ${currentStepSql} AS step
  FROM totp_factors WHERE user_id = $1`;

type Stored = { id: string; encryptedSecret: Buffer; step: number };

/** Consumes a step. Of parallel attempts with the same code, only one updates the row (RFC 6238, section 5.2). */
const consume = `
  UPDATE totp_factors SET last_step = $2, last_used_at = now()
  WHERE user_id = $1 AND last_step < $2
    AND $2 BETWEEN ${currentStepSql} - ${drift} AND ${currentStepSql} + ${drift}
  RETURNING id`;

/**
 * Checks a code of a user's authenticator app. Each code works only once. After a code was used, codes of earlier time
 * steps no longer work.
 *
 * @param code six ASCII digits
 */
export async function redeemTotp(userId: string, code: string, tx?: SqlClient): Promise<boolean> {
  const [stored] = await query<Stored>('read-totp', read, [userId], tx);
  if (!stored) return false;
  const { id, encryptedSecret, step: current } = stored;
  const secret = fromBase32(totpSecretColumn.decrypt({ id, userId }, encryptedSecret));
  const step = findStep(secret, code, Number(current));
  if (step === null) return false;
  return (await query('consume-totp-step', consume, [userId, step], tx)).length === 1;
}
