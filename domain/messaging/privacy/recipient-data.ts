import { z } from 'zod';
import { listMessages } from '#domain/messaging/messages/find-messages.ts';
import { withoutSorts } from '#domain/messaging/messages/list-sql.ts';
import { messageOutput } from '#domain/messaging/messages/outputs.ts';
import { listOtpsOf } from '#domain/messaging/otp/otp-retention.ts';
import { findSuppression } from '#domain/messaging/recipients/suppressions.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import type { Viewer } from '../text-views/record-text-views.ts';
import { retainedUntil } from './purge-messages.ts';

const time = z.iso.datetime();

const otpOutput = z.object({
  _id: z.string().meta({ example: exampleValues.otpId }),
  status: z.enum(['pending', 'verified', 'expired', 'exhausted']).meta({ example: 'verified' }),
  attempts: z.int().meta({
    description: 'How many times a code was entered, including the correct one.',
    example: 1,
  }),
  createdAt: time.meta({ example: exampleValues.createdAt }),
  sentAt: z.array(time).meta({
    description: 'The times at which the code was sent, including resends.',
    example: [exampleValues.createdAt],
  }),
  expiresAt: time.meta({ example: exampleValues.otpExpiresAt }),
  emails: z.array(z.string().meta({ example: 'asha@example.com' })).meta({
    description: 'The email addresses of the code’s channels, even if no email was sent.',
    example: ['asha@example.com'],
  }),
});

/** What an account has stored about a number. */
export const recipientDataOutput = z.object({
  recipient: z
    .string()
    .meta({ description: 'The phone number in E.164.', example: exampleValues.recipient }),
  suppression: z
    .object({
      reason: z.string().nullable().meta({ example: 'Replied STOP' }),
      createdAt: time.meta({ example: exampleValues.createdAt }),
    })
    .nullable()
    .meta({
      description:
        'Since when and why the number is suppressed; null if it is not suppressed. Only the first page has this value; on later pages it is always null.',
      example: null,
    }),
  otps: z.array(otpOutput).meta({
    description:
      'The one-time passwords of the last 30 days, without their codes. Only the first page has them; on later pages the list is empty.',
  }),
  messages: z.array(messageOutput).meta({ description: 'A page of messages, newest first.' }),
});

export type RecipientData = z.infer<typeof recipientDataOutput>;

/**
 * Returns a page of what an account has stored about a number: messages, newest first; the first page also has the one-time
 * passwords and the suppression. Erased messages are not included, because they no longer have the phone number.
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

/** Maximum number of counted messages. Counting more would delay the response. */
const maxCounted = 10_000;

/** Selects the messages of an account to a recipient, or to a pseudonym, with ids after `after`, up to `until`. */
type OfRecipient = { userId: string; recipient: string; after: string; until: string };

/**
 * Compares rows with the columns of the index, so that PostgreSQL reads one range of this index. PostgreSQL does not derive
 * the monthly partitions from a row comparison, so the condition compares the ids once more (`list-sql.ts`).
 */
const where = `
  WHERE (user_id, recipient, id) > ($1, $2, $3) AND (user_id, recipient, id) <= ($1, $2, $4)
    AND id > $3 AND id <= $4`;

const oldest = `
  SELECT id, state FROM messages ${where} ORDER BY user_id, recipient, id LIMIT $5`;

const newest = `
  SELECT id FROM messages ${where} ORDER BY user_id DESC, recipient DESC, id DESC LIMIT 1`;

const count = `SELECT count(*) AS messages FROM (SELECT FROM messages ${where} LIMIT $5) AS counted`;

/** An id that sorts after the id of every message. */
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

/** Reads a batch of messages, oldest first. */
export const listOldest = (of: OfRecipient, limit: number) =>
  read<{ id: string; state: string }>('oldest-of-recipient', oldest, of, [limit]);

/** @returns the id of the newest message; null if there is none */
export async function findNewest(of: OfRecipient): Promise<string | null> {
  const [row] = await read<{ id: string }>('newest-of-recipient', newest, of);
  return row?.id ?? null;
}

/** @returns the number of messages, at most `limit`. PostgreSQL counts 10,000 in 30 ms, and a million in several seconds */
export async function countOf(of: OfRecipient, limit: number): Promise<number> {
  const [row] = await read<{ messages: number }>('count-of-recipient', count, of, [limit]);
  return row?.messages ?? 0;
}

/** Counts what an account has stored about a number, without reading texts. @param recipient in E.164 */
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
    /** Whether there may be more messages than `messages`. */
    isMore: messages >= maxCounted,
    otps: otps.length,
    suppressedSince: suppression?.createdAt ?? null,
    /** How long the log would keep the messages if the number were erased now; null if it would keep none. */
    retainedUntil: retainedUntil(newest),
  };
}

export type RecipientSummary = Awaited<ReturnType<typeof summarizeRecipient>>;
