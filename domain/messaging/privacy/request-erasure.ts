import { z } from 'zod';
import { audited } from '#domain/audit/record-audit.ts';
import { eraseRecipientJob } from '#domain/messaging/jobs.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { type Page, toPage } from '#domain/shared/page.browser.ts';
import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { keyedHash } from '#platform/crypto.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { minIdAt, newId } from '#platform/ids.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { enqueue } from '#platform/queue.ts';
import { isErased, pseudonymPrefix, repeatedByRestore } from './pseudonym.browser.ts';
import { retainedUntil } from './purge-messages.ts';
import { afterAll, findNewest } from './recipient-data.ts';

const erasureStates = ['running', 'waiting', 'done'] as const;

export type ErasureState = (typeof erasureStates)[number];

/** A request to erase a recipient. It does not contain the number. */
export type Erasure = {
  id: string;
  state: ErasureState;
  /**
   * The number of messages when the erasure began, counted up to a million; null until a worker has counted the messages.
   */
  total: number | null;
  messages: number;
  /** The number of one-time passwords that have been deleted. */
  codes: number;
  /** The number of messages without a final state. These messages are erased when their state is final. */
  open: number;
  requestedAt: Date;
  /** The API ID, `dk_…`, or the session, `ses_…`. */
  requestedBy: string;
  finishedAt: Date | null;
  /** How long the log keeps the erased messages; null if it keeps none. */
  retainedUntil: Date | null;
};

export const eraseInput = z.object({ recipient: recipientInput });

export const exampleErasureId = 'ers_01KAF9V7Z5W3N8Q2R4T6Y8B0CD';

const time = z.iso.datetime();

export const erasureOutput = z.object({
  _id: z.string().meta({ example: exampleErasureId }),
  status: z.enum(erasureStates).meta({
    description:
      '`running`: messages are being erased. `waiting`: some messages have no final state yet, or one-time passwords are less than a day old and still count towards limits. `done`: everything is erased.',
  }),
  total: z.int().nullable().meta({
    description:
      'The number of messages to erase, counted up to 1,000,000; null until they are counted.',
    example: 12,
  }),
  messages: z.int().meta({ description: 'How many messages have been erased.', example: 12 }),
  codes: z
    .int()
    .meta({ description: 'How many one-time passwords have been deleted.', example: 1 }),
  open: z.int().meta({
    description: 'How many messages have no final state yet. They are erased when they have one.',
    example: 0,
  }),
  requestedAt: time.meta({ example: exampleValues.createdAt }),
  requestedBy: z.string().meta({
    description: 'The API ID, `dk_…`, or the session, `ses_…`, that last requested the erasure.',
    example: exampleValues.keyId,
  }),
  finishedAt: time.nullable().meta({
    description: 'When the erasure was done; null until then.',
    example: exampleValues.settledAt,
  }),
  retainedUntil: time.nullable().meta({
    description:
      'Until when the log keeps the erased messages, with a pseudonym and without texts. The law requires this (DPDP Rules 2025, rule 8). Null if the log keeps none.',
    example: '2027-04-06T09:30:00.000Z',
  }),
});

export const toErasureOutput = (erasure: Erasure): z.infer<typeof erasureOutput> => ({
  _id: erasure.id,
  status: erasure.state,
  total: erasure.total,
  messages: erasure.messages,
  codes: erasure.codes,
  open: erasure.open,
  requestedAt: erasure.requestedAt.toISOString(),
  requestedBy: erasure.requestedBy,
  finishedAt: erasure.finishedAt?.toISOString() ?? null,
  retainedUntil: erasure.retainedUntil?.toISOString() ?? null,
});

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    ers: 'erasures';
  }
}

/** The limit of erasures per account. Each erasure costs workers a few statements, and occupies a row for 400 days. */
const maxPerHour = 300;

const perHour = createRateLimiter('erasures', { points: maxPerHour, seconds: 3_600 });

/** If no worker starts an erasure within this time, in seconds, the job of the erasure counts as lost. */
const graceSeconds = 10;

/** The columns of `Erasure`. */
const erasureColumns = `id, state, total, messages, codes, open, requested_at AS "requestedAt",
  requested_by AS "requestedBy", finished_at AS "finishedAt", retained_until AS "retainedUntil"`;

const list = `
  SELECT ${erasureColumns} FROM erasures WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`;

/** An id that sorts after the id of every erasure. */
const afterAllErasures = minIdAt('ers', Number.POSITIVE_INFINITY);

/** Returns a page of an account's erasures, newest first. */
export async function listErasures(
  userId: string,
  { limit, after = afterAllErasures }: { limit: number; after?: string | undefined },
): Promise<Page<Erasure>> {
  const rows = await query<Erasure>('list-erasures', list, [userId, after, limit + 1]);
  return toPage(rows, limit, (row) => row);
}

/** Matches possible ids. A URL may contain a NUL, which PostgreSQL rejects. */
const erasureId = safeText.max(64);

/** @throws DomainError `not_found` */
export async function getErasure(userId: string, id: string): Promise<Erasure> {
  const statement = `SELECT ${erasureColumns} FROM erasures WHERE user_id = $1 AND id = $2`;
  const [found] = erasureId.safeParse(id).success
    ? await query<Erasure>('get-erasure', statement, [userId, id])
    : [];
  if (!found) throw new DomainError('not_found', { message: 'There is no erasure with this id.' });
  return found;
}

/** A number has at most one unfinished erasure. A second request restarts it, to include newer messages. */
const insert = `
  INSERT INTO erasures AS e (id, user_id, recipient, pseudonym, requested_by, until_id, retained_until, requested_at, due_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now(), now() + interval '${graceSeconds} seconds')
  ON CONFLICT (user_id, recipient) DO UPDATE SET
    until_id = greatest(e.until_id, excluded.until_id), retained_until = greatest(e.retained_until, excluded.retained_until),
    requested_by = excluded.requested_by, state = 'running', cursor = '', open = 0, total = NULL, due_at = excluded.due_at
  RETURNING ${erasureColumns}`;

/**
 * The length of a pseudonym. With 80 bits, the chance that two of a million numbers of an account share a pseudonym is one
 * in two trillion.
 */
const bytes = 10;

/**
 * The pseudonym that replaces a recipient after an erasure. Within an account, a number has the same pseudonym until the
 * first key of `HASH_KEY` changes. Other accounts have other pseudonyms for the same number. The hash is keyed: a plain
 * hash could be reversed by hashing all of India's billion phone numbers.
 */
export const pseudonymOf = (userId: string, recipient: string): string =>
  pseudonymPrefix +
  keyedHash('recipient-pseudonym', `${userId}|${recipient}`).subarray(0, bytes).toString('hex');

/**
 * Begins to erase a recipient from all messages that the account has sent to the number until now. Workers erase the
 * messages in batches. Messages in progress are still delivered, and are erased when they have a final state.
 *
 * @param recipient in E.164
 * @param requestedBy the API ID or the session
 * @throws DomainError `rate_limited`
 */
export async function requestErasure(
  userId: string,
  recipient: string,
  requestedBy: string,
): Promise<Erasure> {
  requireWithinLimit(await perHour.consume(userId), {
    message: `An account can erase at most ${maxPerHour} numbers per hour. Please wait.`,
  });
  return await beginErasure(userId, recipient, requestedBy);
}

/** Begins an erasure like `requestErasure`, but without its limit. */
async function beginErasure(
  userId: string,
  recipient: string,
  requestedBy: string,
): Promise<Erasure> {
  const newest = await findNewest({ userId, recipient, after: '', until: afterAll });
  // The id of the newest message may lie in the future, because the clock of the web process that accepted it may be ahead.
  const until = [minIdAt('msg', databaseClock.now()), newest ?? ''].toSorted().at(-1);
  const pseudonym = pseudonymOf(userId, recipient);
  const erasure = await audited(
    async (tx) => {
      const [row] = await query<Erasure>(
        'request-erasure',
        insert,
        [
          ...[newId('ers'), userId, recipient, pseudonym, requestedBy, until],
          retainedUntil(newest),
        ],
        tx,
      );
      return row as Erasure;
    },
    ({ id }) => ({
      accountId: userId,
      action: 'erasure.create',
      targets: [{ type: 'erasure', id, name: pseudonym }],
    }),
  );
  await enqueue(eraseRecipientJob, [{ erasureId: erasure.id }]);
  return erasure;
}

const recipientsSql = 'SELECT DISTINCT recipient FROM messages WHERE user_id = $1';

/**
 * Repeats erasures that are missing in a restored database.
 *
 * @param erased pairs of an account's id, and a number in E.164 or the pseudonym that the number got. The first key of
 *   `HASH_KEY` must be that of the pseudonyms
 * @returns how many numbers were found and are being erased
 */
export async function repeatErasures(
  erased: { userId: string; recipient: string }[],
): Promise<number> {
  let begun = 0;
  for (const userId of new Set(erased.map((one) => one.userId))) {
    const wanted = new Set(erased.flatMap((one) => (one.userId === userId ? one.recipient : [])));
    const rows = await query<{ recipient: string }>('recipients-of', recipientsSql, [userId]);
    for (const { recipient } of rows) {
      if (isErased(recipient)) continue;
      if (!wanted.has(recipient) && !wanted.has(pseudonymOf(userId, recipient))) continue;
      await beginErasure(userId, recipient, repeatedByRestore);
      begun += 1;
    }
  }
  return begun;
}
