import { z } from 'zod';
import { audited } from '#domain/audit/record-audit.ts';
import { releaseQuotaSql } from '#domain/billing/usage/quota-sql.ts';
import { findStart, wrongHour } from '#domain/dlt/check/promotional.ts';
import { profileOf } from '#domain/dlt/sending/identify.ts';
import type { MessageOutput } from '#domain/messaging/messages/outputs.ts';
import {
  consumeRecipientLimit,
  recipientLimitError,
  type Sender,
  toLimitError,
} from '#domain/messaging/recipients/consume-send-limits.ts';
import { recordTextViews, type Viewer } from '#domain/messaging/text-views/record-text-views.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { type Page, toPage } from '#domain/shared/page.browser.ts';
import { timeInput } from '#domain/shared/time-input.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { timeOfId } from '#platform/ids.ts';
import type { ScheduledMessage } from '#prisma/generated/client.ts';
import { findMoveProblem } from './contract.browser.ts';

/** Identifies whose scheduled messages are read or changed. `livemode` undefined means both modes. */
type Owner = { userId: string; livemode?: boolean | undefined };

const columns = `id, user_id AS "userId", key_id AS "keyId", request_id AS "requestId", livemode, recipient, sender,
  template_id AS "templateId", entity_id AS "entityId", promotional, may_wait AS "mayWait", content, segments,
  created_at AS "createdAt", due_at AS "dueAt", cancelled_at AS "cancelledAt"`;

type Row = Omit<ScheduledMessage, 'usagePeriodId' | 'encoding'>;

/** Converts a scheduled or cancelled message to the common form of messages. */
function toOutput(row: Row): MessageOutput {
  const { id, dueAt, cancelledAt } = row;
  return {
    _id: id,
    user: row.userId,
    apiId: row.keyId,
    requestId: row.requestId,
    serverNumber: row.sender,
    recipient: row.recipient,
    livemode: row.livemode,
    kind: 'message',
    content: row.content,
    templateId: row.templateId,
    entityId: row.entityId,
    segments: row.segments,
    status: cancelledAt ? 'cancelled' : 'scheduled',
    reason: null,
    version: cancelledAt ? 1 : 0,
    createdAt: row.createdAt.toISOString(),
    scheduledFor: (dueAt ?? new Date(timeOfId(id))).toISOString(),
    sentAt: null,
    settledAt: cancelledAt?.toISOString() ?? null,
  };
}

const ofOwner = 'user_id = $1 AND ($2::boolean IS NULL OR livemode = $2)';

const findSql = `SELECT ${columns} FROM scheduled_messages WHERE ${ofOwner} AND id = $3`;

/**
 * Returns a scheduled or cancelled message, and records that its text was viewed.
 *
 * @returns null if there is none with this id
 */
export async function findScheduled(
  viewer: Viewer,
  id: string,
  livemode?: boolean,
): Promise<MessageOutput | null> {
  const row = await findRow({ userId: viewer.userId, livemode }, id);
  if (!row) return null;
  const message = toOutput(row);
  await recordTextViews(viewer, [message]);
  return message;
}

async function findRow({ userId, livemode }: Owner, id: string): Promise<Row | null> {
  const [row] = await query<Row>('find-scheduled', findSql, [userId, livemode ?? null, id]);
  return row ?? null;
}

const listSql = `
  SELECT ${columns} FROM scheduled_messages
  WHERE ${ofOwner} AND id > $3 AND due_at IS NOT NULL ORDER BY user_id, id LIMIT $4`;

/** Returns a page of scheduled messages, ordered by the time for which they were first scheduled. */
export async function listScheduled(
  viewer: Viewer,
  { livemode, limit, after = '' }: { livemode: boolean; limit: number; after?: string | undefined },
): Promise<Page<MessageOutput>> {
  const values = [viewer.userId, livemode, after, limit + 1];
  const page = toPage(await query<Row>('list-scheduled', listSql, values), limit, toOutput);
  await recordTextViews(viewer, page.entries);
  return page;
}

/**
 * Cancels messages and credits their units back exactly once. While a worker moves a message to the queue, the row is
 * locked. Test messages cost nothing, and their usage period does not exist.
 */
const cancelSql = (condition: string) => `
  WITH cancelled AS (
    UPDATE scheduled_messages SET due_at = NULL, cancelled_at = now(), content = NULL
    WHERE ${condition} AND due_at IS NOT NULL
    RETURNING *
  ),
  ${releaseQuotaSql('cancelled')}
  SELECT ${columns} FROM cancelled`;

const cancelOneSql = cancelSql(`${ofOwner} AND id = $3`);
const cancelOfRecipientSql = cancelSql('user_id = $1 AND recipient = $2');

const isInLogSql = `SELECT id FROM messages WHERE ${ofOwner} AND id = $3`;

/**
 * Returns the error for a message that is not scheduled: it was cancelled, is being sent, or does not
 * exist.
 */
async function notScheduled({ userId, livemode }: Owner, id: string, row: Row | null) {
  const values = [userId, livemode ?? null, id];
  if (row)
    return new DomainError('message_not_scheduled', { message: 'This message was cancelled.' });
  const isInLog = (await query('is-in-log', isInLogSql, values)).length > 0;
  if (isInLog) {
    const message =
      'The time of this message has come, so it can no longer be changed or cancelled.';
    return new DomainError('message_not_scheduled', { message });
  }
  return new DomainError('not_found', { message: 'There is no scheduled message with this id.' });
}

/**
 * Cancels a scheduled message, and credits its units back. Cancelling it again changes nothing.
 *
 * @throws DomainError `message_not_scheduled` if the message is already being sent, `not_found`
 */
export async function cancelScheduled(owner: Owner, id: string): Promise<MessageOutput> {
  const values = [owner.userId, owner.livemode ?? null, id];
  const [cancelled] = await audited(
    (tx) => query<Row>('cancel-scheduled', cancelOneSql, values, tx),
    ([row]) =>
      row
        ? { accountId: owner.userId, action: 'message.cancel', targets: [{ type: 'message', id }] }
        : null,
  );
  const row = cancelled ?? (await findRow(owner, id));
  if (row) return toOutput(row);
  throw await notScheduled(owner, id, row);
}

const deleteOfRecipientSql = `
  DELETE FROM scheduled_messages WHERE user_id = $1 AND recipient = $2 RETURNING id`;

/**
 * Cancels an account's scheduled messages to a number that is being erased, and deletes their stored data.
 *
 * @param recipient in E.164
 * @returns the ids of the messages
 */
export async function eraseScheduled(userId: string, recipient: string): Promise<string[]> {
  const values = [userId, recipient];
  await query('cancel-scheduled-of-recipient', cancelOfRecipientSql, values);
  const deleted = await query<{ id: string }>('delete-scheduled', deleteOfRecipientSql, values);
  return deleted.map(({ id }) => id);
}

/** The change of a scheduled message. */
export const rescheduleInput = z.object({
  send_at: timeInput.meta({
    description:
      'The new time, at most three days before or after the time for which the message was first scheduled.',
    example: '2026-12-01T10:00:00+05:30',
  }),
});

const moveSql = `
  UPDATE scheduled_messages SET due_at = $4
  WHERE ${ofOwner} AND id = $3 AND due_at IS NOT NULL RETURNING ${columns}`;

/**
 * Changes the time of a scheduled message. A promotional message that may be deferred is moved into the next allowed hours.
 *
 * @throws DomainError `message_not_scheduled`, `not_found`, `invalid_parameter` for the time, `dlt_promo_window`, or
 *   `rate_limited` if the recipient's limit for that hour is reached
 */
export async function reschedule(
  owner: Owner & Sender,
  id: string,
  { send_at }: z.output<typeof rescheduleInput>,
): Promise<MessageOutput> {
  const row = await findRow(owner, id);
  if (!row?.dueAt) throw await notScheduled(owner, id, row);
  const problem = findMoveProblem(new Date(send_at), new Date(timeOfId(id)), clock.now());
  if (problem) throw new DomainError('invalid_parameter', { message: problem, param: 'send_at' });
  const at = toAllowed(row, new Date(send_at));
  const limit =
    row.livemode &&
    (await consumeRecipientLimit('message', owner, [{ recipient: row.recipient, at }]));
  if (limit && !limit.allowed[0]) throw toLimitError(recipientLimitError, limit.resetSeconds);
  const values = [owner.userId, owner.livemode ?? null, id, at];
  const [moved] = await audited(
    (tx) => query<Row>('move-scheduled', moveSql, values, tx),
    ([row]) =>
      row
        ? {
            accountId: owner.userId,
            action: 'message.reschedule',
            targets: [{ type: 'message', id }],
            after: { sendAt: at },
          }
        : null,
  );
  if (moved) return toOutput(moved);
  if (limit) limit.refund([0]);
  throw await notScheduled(owner, id, null);
}

/**
 * Returns the earliest time, at or after `at`, at which the message may be sent.
 *
 * @throws DomainError `dlt_promo_window`
 */
function toAllowed({ promotional, recipient, mayWait }: Row, at: Date): Date {
  const { promotionalHours } = profileOf('enforce');
  const start = promotional ? findStart(recipient, promotionalHours, at) : null;
  if (!start || mayWait) return start ?? at;
  const message = wrongHour(promotionalHours).detail;
  throw new DomainError('dlt_promo_window', { message, param: 'send_at' });
}
