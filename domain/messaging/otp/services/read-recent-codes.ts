import type { MessageState } from '#domain/messaging/messages/contract.ts';
import { maskNumber } from '#domain/sms/addresses.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import { type OtpThrottle, throttlePauseHours } from '../contract.ts';
import { otpSettings } from '../settings.ts';
import { startOfHours } from './read-hourly-counts.ts';

/** The maximum number of codes per call. The number is limited because a call looks up the message of each code. */
export const maxRecentCodes = 1_000;

/** How many failed codes are listed at most. */
const maxFailures = 20;

/** The last message of a code. */
type CodeMessage = { id: string; state: MessageState; reason: string | null };

/** A code that was not verified. */
export type FailedCode = {
  id: string;
  /** The masked number. */
  recipient: string;
  createdAt: Date;
  why: 'not_delivered' | 'exhausted' | 'expired';
  /** The number of wrong attempts. */
  attempts: number;
  message: CodeMessage | null;
};

export type RecentCodes = {
  /** How many codes were read: all codes of the time span, but at most `maxRecentCodes`. */
  count: number;
  /** Counts by the carrier that accepted the last message of a code; `carrier` is null if no carrier accepted it. */
  carriers: { carrier: string | null; sent: number; verified: number }[];
  /** Newest first. */
  failures: FailedCode[];
};

type CodeRow = {
  id: string;
  recipient: string;
  state: 'pending' | 'verified' | 'expired' | 'exhausted';
  attempts: number;
  createdAt: Date;
  expiresAt: Date;
};

const newest = `
  SELECT id, recipient, state, attempts, created_at AS "createdAt", expires_at AS "expiresAt"
  FROM otps WHERE service_id = $1 AND NOT is_test AND id >= $2 AND livemode
  ORDER BY id DESC LIMIT ${maxRecentCodes}`;

/**
 * Finds the last message of each code. The messages of a code are found by number and expiry, because no two codes have
 * the same number and expiry. The ids $3 to $4 limit the time, so that PostgreSQL reads only the partitions of these
 * months.
 */
const findMessages = `
  SELECT place::int, message.id, message.state, message.reason, part.carrier
  FROM json_to_recordset($2::json) AS code(
    place int, recipient text, "expiresAt" timestamptz, "fromId" text, "toId" text)
  JOIN LATERAL (
    SELECT id, state, reason FROM messages
    WHERE user_id = $1 AND recipient = code.recipient AND livemode AND id >= $3 AND id < $4
      AND id >= code."fromId" AND id < code."toId" AND kind = 'otp' AND valid_until = code."expiresAt"
    ORDER BY id DESC LIMIT 1) AS message ON true
  LEFT JOIN LATERAL (
    SELECT carrier FROM message_parts
    WHERE message_id = message.id AND message_id >= $3 AND message_id < $4
    ORDER BY seq LIMIT 1) AS part ON true`;

type MessageRow = CodeMessage & { place: number; carrier: string | null };

/**
 * Reads the newest codes of a service, at most `maxRecentCodes`. Counts the sent and the verified codes of each carrier,
 * and lists the newest unverified codes. Codes of test numbers and of test keys are omitted.
 *
 * @param service a service that belongs to the calling account
 * @param hours how many hours to read at most, including the current hour
 */
export const readRecentCodes = (
  service: { userId: string; id: string },
  hours: number,
): Promise<RecentCodes> => shared(`${service.userId}|${service.id}|${hours}`);

/** Calls within a second, or while a read is running, share one result. */
const shared = createTtlCache(
  (key) => {
    const [userId = '', id = '', hours] = key.split('|');
    return read(userId, id, Number(hours));
  },
  { ttlMs: 1_000, max: 1_000 },
);

async function read(userId: string, serviceId: string, hours: number): Promise<RecentCodes> {
  const now = clock.now();
  const since = minIdAt('otp', startOfHours(hours));
  const codes = await query<CodeRow>('recent-otps', newest, [serviceId, since]);
  const messages = await readMessages(userId, codes);
  return {
    count: codes.length,
    carriers: countByCarrier(codes, messages),
    failures: listFailures(codes, messages, now),
  };
}

async function readMessages(userId: string, codes: CodeRow[]): Promise<Map<number, MessageRow>> {
  const wanted = codes.map(({ recipient, createdAt, expiresAt }, place) => ({
    ...{ place, recipient, expiresAt },
    fromId: minIdAt('msg', createdAt.getTime()),
    toId: minIdAt('msg', expiresAt.getTime()),
  }));
  const first = wanted.at(-1);
  if (!first) return new Map();
  const lastEnd = Math.max(...codes.map(({ expiresAt }) => expiresAt.getTime()));
  const rows = await query<MessageRow>('messages-of-recent-otps', findMessages, [
    ...[userId, JSON.stringify(wanted), first.fromId, minIdAt('msg', lastEnd)],
  ]);
  return new Map(rows.map((row) => [row.place, row]));
}

function countByCarrier(
  codes: CodeRow[],
  messages: Map<number, MessageRow>,
): RecentCodes['carriers'] {
  const counts = new Map<string | null, { sent: number; verified: number }>();
  for (const [place, { state }] of codes.entries()) {
    const carrier = messages.get(place)?.carrier ?? null;
    const { sent, verified } = counts.get(carrier) ?? { sent: 0, verified: 0 };
    counts.set(carrier, { sent: sent + 1, verified: verified + (state === 'verified' ? 1 : 0) });
  }
  return [...counts]
    .map(([carrier, both]) => ({ carrier, ...both }))
    .toSorted((a, b) => b.sent - a.sent);
}

const undelivered: MessageState[] = ['undelivered', 'failed', 'expired'];

/** @param codes newest first */
function listFailures(
  codes: CodeRow[],
  messages: Map<number, MessageRow>,
  now: Date,
): FailedCode[] {
  const failures: FailedCode[] = [];
  /**
   * For each phone number, when the code after the current one was created. The loop has already seen that code,
   * because the loop begins with the newest code.
   */
  const next = new Map<string, Date>();
  for (const [place, { id, recipient, state, attempts, createdAt, expiresAt }] of codes.entries()) {
    const isReplaced = state === 'expired' && (next.get(recipient) ?? expiresAt) < expiresAt;
    next.set(recipient, createdAt);
    const row = messages.get(place);
    const isLost = row !== undefined && undelivered.includes(row.state);
    const isOver = state !== 'pending' || expiresAt <= now;
    // A code that a newer code has replaced is not a failure. Only the newer code can count as a failure.
    if (state === 'verified' || isReplaced || !(isOver || isLost)) continue;
    failures.push({
      ...{ id, recipient: maskNumber(recipient), createdAt, attempts },
      why: state === 'exhausted' ? 'exhausted' : isLost ? 'not_delivered' : 'expired',
      message: row ? { id: row.id, state: row.state, reason: row.reason } : null,
    });
    if (failures.length === maxFailures) break;
  }
  return failures;
}

/** An active throttle, or a throttle that its owner lifted less than a day ago. */
type ThrottleState = OtpThrottle & {
  /** The throttle ends when at least this percentage of codes is verified. */
  minVerifiedPercent: number;
  /** If the owner has lifted the throttle, no new throttle starts before this time; null while the throttle is active. */
  pausedUntil: Date | null;
};

/** The maximum number of throttles to show, because an account may have more keys than a page can show. */
const maxShown = 20;

/**
 * Reads the throttles of an account and its keys, which apply to all services. The result is empty while throttling is
 * disabled.
 */
export async function readThrottleState(userId: string): Promise<ThrottleState[]> {
  if (otpSettings.OTP_THROTTLE_BELOW_PERCENT === 0) return [];
  const pauseMs = throttlePauseHours * 3_600_000;
  const lifted = {
    liftedByOwner: true,
    endedAt: { gt: new Date(clock.now().getTime() - pauseMs) },
  };
  const rows = await prisma.otpThrottle.findMany({
    where: { userId, OR: [{ endedAt: null }, lifted] },
    select: {
      ...{ id: true, keyId: true, startedAt: true, sent: true, verified: true },
      ...{ minVerifiedPercent: true, endedAt: true },
    },
    orderBy: [{ endedAt: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
    take: maxShown,
  });
  return rows.map(({ endedAt, ...throttle }) => ({
    ...throttle,
    pausedUntil: endedAt && new Date(endedAt.getTime() + pauseMs),
  }));
}
