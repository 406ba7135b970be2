import type { MessageState } from '#domain/messaging/messages/contract.ts';
import { maskNumber } from '#domain/sms/addresses.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import { codeTtlSeconds, type OtpThrottle, throttlePauseHours } from '../contract.ts';
import { otpSettings } from '../settings.ts';
import { startOfHours } from './read-hourly-counts.ts';

/** Codes that are read one by one, which limits the cost of a call. */
export const maxRecentCodes = 1_000;

/** Failed codes that are shown. */
const maxFailures = 20;

/** The last message with a code; null if it was deleted. */
type CodeMessage = { id: string; state: MessageState; reason: string | null };

/** A code that was not verified. */
export type FailedCode = {
  id: string;
  /** Masked. */
  recipient: string;
  createdAt: Date;
  why: 'not_delivered' | 'exhausted' | 'expired';
  /** Wrong attempts. */
  attempts: number;
  message: CodeMessage | null;
};

export type RecentCodes = {
  /** How many codes were read: all of the time span, or `maxRecentCodes`. */
  count: number;
  /** Counts by the carrier that accepted the last message of a code; null if none did. */
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
 * All messages of a code have its number and expiry, and no other code's messages have both. The ids $3 to $4 limit the
 * time.
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
 * Reads the newest codes of a service, at most `maxRecentCodes`: how many of them were verified, by carrier, and the last
 * ones that were not. Codes of test numbers and of test keys are left out.
 *
 * @param service of the calling account
 * @param hours how far back at most: the current hour and those before
 */
export const readRecentCodes = (
  service: { userId: string; id: string },
  hours: number,
): Promise<RecentCodes> => shared(`${service.userId}|${service.id}|${hours}`);

/** Calls within a second, or during a read, share one result. */
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
  /** When each number got the code after the current one of the loop. */
  const next = new Map<string, Date>();
  for (const [place, { id, recipient, state, attempts, createdAt, expiresAt }] of codes.entries()) {
    const isReplaced = state === 'expired' && (next.get(recipient) ?? expiresAt) < expiresAt;
    next.set(recipient, createdAt);
    const row = messages.get(place);
    const isLost = row !== undefined && undelivered.includes(row.state);
    const isOver = state !== 'pending' || expiresAt <= now;
    // A code that a newer one replaced is not a failure; the newer one may be.
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

/** Of this account alone. A code was sent within the longest validity of its services. */
const validCodes = `
  SELECT count(*)::int AS count FROM otps
  WHERE id >= $1 AND user_id = $2 AND livemode = $3 AND NOT is_test AND state = 'pending' AND expires_at > now()`;

/** Counts the codes of an account that can still be verified. */
export async function countValidCodes(userId: string, livemode: boolean): Promise<number> {
  const longest = await prisma.otpService.aggregate({
    where: { userId },
    _max: { ttlSeconds: true },
  });
  const seconds = Math.max(codeTtlSeconds, longest._max.ttlSeconds ?? 0);
  const since = minIdAt('otp', clock.now().getTime() - seconds * 1_000);
  const [row] = await query<{ count: number }>('count-valid-otps', validCodes, [
    since,
    userId,
    livemode,
  ]);
  return row?.count ?? 0;
}

/** An active throttle, or one that its owner lifted, so that no new one may start yet. */
type ThrottleState = OtpThrottle & {
  /** The verified percentage at which the throttle ends. */
  minVerifiedPercent: number;
  /** Until when no new throttle starts, because the owner lifted this one; null while it is active. */
  pausedUntil: Date | null;
};

/** Maximum number of throttles: an account may have more keys than a page can show. */
const maxShown = 20;

/** Reads the throttles of an account's codes, of all services; empty while throttling is turned off. */
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
