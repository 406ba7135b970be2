import { z } from 'zod';
import { listMessages } from '#domain/messaging/messages/find-messages.ts';
import { withoutSorts } from '#domain/messaging/messages/list-sql.ts';
import { messageOutput } from '#domain/messaging/messages/outputs.ts';
import { listOtpsOf } from '#domain/messaging/otp/otps-of-recipient.ts';
import { findSuppression } from '#domain/messaging/recipients/suppressions.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import type { Viewer } from '../text-views/contract.ts';
import { retainedUntil } from './purge-texts.ts';

const time = z.iso.datetime();

const otpOutput = z.object({
  _id: z.string().meta({ example: exampleValues.otpId }),
  status: z.enum(['pending', 'verified', 'expired', 'exhausted']).meta({ example: 'verified' }),
  attempts: z.int().meta({ description: 'How many times a code was entered.', example: 1 }),
  createdAt: time.meta({ example: exampleValues.createdAt }),
  sentAt: z.array(time).meta({
    description: 'When the code was sent, including resends.',
    example: [exampleValues.createdAt],
  }),
  expiresAt: time.meta({ example: exampleValues.otpExpiresAt }),
  emails: z.array(z.string().meta({ example: 'asha@example.com' })).meta({
    description: 'Email addresses to which the code was sent, or would have been.',
    example: ['asha@example.com'],
  }),
});

/** The stored data of a number in an account. */
export const recipientDataOutput = z.object({
  recipient: z.string().meta({ description: 'In E.164.', example: exampleValues.recipient }),
  suppression: z
    .object({
      reason: z.string().nullable().meta({ example: 'Replied STOP' }),
      createdAt: time.meta({ example: exampleValues.createdAt }),
    })
    .nullable()
    .meta({
      description: 'On the first page: since when the number is suppressed; null if it is not.',
      example: null,
    }),
  otps: z.array(otpOutput).meta({
    description: 'On the first page: one-time passwords of the last 30 days, without their codes.',
  }),
  messages: z.array(messageOutput).meta({ description: 'A page of messages, newest first.' }),
});

export type RecipientData = z.infer<typeof recipientDataOutput>;

/**
 * A page of an account's stored data of a number: its messages, newest first, and on the first page its one-time passwords
 * and whether it is suppressed. Erased data cannot be found by its number.
 *
 * @param recipient in E.164
 */
export async function readRecipientData(
  viewer: Viewer,
  recipient: string,
  page: { limit: number; after?: string | undefined },
): Promise<{ data: RecipientData; next: string | null }> {
  const { userId } = viewer;
  const isFirst = page.after === undefined;
  const [messages, otps, suppression] = await Promise.all([
    listMessages(viewer, { recipient, ...page }),
    isFirst ? listOtpsOf(userId, recipient) : [],
    isFirst ? findSuppression(userId, recipient) : null,
  ]);
  const data = {
    recipient,
    suppression: suppression && {
      reason: suppression.reason,
      createdAt: suppression.createdAt.toISOString(),
    },
    otps: otps.map(({ id, state, attempts, emails, ...times }) => ({
      _id: id,
      status: state,
      attempts,
      createdAt: times.createdAt.toISOString(),
      sentAt: times.sentAt.map((at) => at.toISOString()),
      expiresAt: times.expiresAt.toISOString(),
      emails,
    })),
    messages: messages.entries,
  };
  return { data, next: messages.next };
}

/** Counting more messages of a number would take a web too long. */
const maxCounted = 10_000;

/** Selects the messages of an account to a recipient, or to a pseudonym, with ids after `after`, up to `until`. */
type OfRecipient = { userId: string; recipient: string; after: string; until: string };

/**
 * A row comparison with the columns of the one index. PostgreSQL does not derive the months from it, so the ids are
 * compared again (`list-sql.ts`).
 */
const where = `
  WHERE (user_id, recipient, id) > ($1, $2, $3) AND (user_id, recipient, id) <= ($1, $2, $4)
    AND id > $3 AND id <= $4`;

const oldest = `
  SELECT id, state FROM messages ${where} ORDER BY user_id, recipient, id LIMIT $5`;

const newest = `
  SELECT id FROM messages ${where} ORDER BY user_id DESC, recipient DESC, id DESC LIMIT 1`;

const count = `SELECT count(*) AS messages FROM (SELECT FROM messages ${where} LIMIT $5) AS counted`;

/** An id after that of every message. */
export const afterAll = minIdAt('msg', Number.POSITIVE_INFINITY);

function read<Row extends object>(
  name: string,
  sql: string,
  { userId, recipient, after, until }: OfRecipient,
  more: unknown[] = [],
): Promise<Row[]> {
  return transaction(
    async (tx) => {
      await tx.query(withoutSorts);
      return query<Row>(name, sql, [userId, recipient, after, until, ...more], tx);
    },
    { snapshot: true },
  );
}

/** A batch of messages, oldest first. */
export const listOldest = (of: OfRecipient, limit: number) =>
  read<{ id: string; state: string }>('oldest-of-recipient', oldest, of, [limit]);

/** @returns the id of the newest message; null if there is none */
export async function findNewest(of: OfRecipient): Promise<string | null> {
  const [row] = await read<{ id: string }>('newest-of-recipient', newest, of);
  return row?.id ?? null;
}

/** @returns how many messages there are, at most `limit`: 10,000 take 30 ms, a million some seconds */
export async function countOf(of: OfRecipient, limit: number): Promise<number> {
  const [row] = await read<{ messages: number }>('count-of-recipient', count, of, [limit]);
  return row?.messages ?? 0;
}

/** Summarizes the stored data of a number, without showing it. @param recipient in E.164 */
export async function summarizeRecipient(userId: string, recipient: string) {
  const all = { userId, recipient, after: '', until: afterAll };
  const [messages, newest, otps, suppression] = await Promise.all([
    countOf(all, maxCounted),
    findNewest(all),
    listOtpsOf(userId, recipient),
    findSuppression(userId, recipient),
  ]);
  return {
    recipient,
    messages,
    /** Whether there may be more messages than were counted. */
    isMore: messages >= maxCounted,
    otps: otps.length,
    suppressedSince: suppression?.createdAt ?? null,
    /** Until when the log would keep the messages if the number were erased now; null if it would keep none. */
    retainedUntil: retainedUntil(newest),
  };
}

export type RecipientSummary = Awaited<ReturnType<typeof summarizeRecipient>>;
