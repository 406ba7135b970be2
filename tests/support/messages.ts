import type { MessageState } from '#domain/messaging/messages/contract.ts';
import { prisma, query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';

/** A past message for the log. */
export type MessageFixture = {
  keyId?: string;
  recipient?: string;
  state?: MessageState;
  /** The text; null for a one-time password. */
  content?: string | null;
  at?: Date;
  reason?: string;
  sender?: string;
  templateId?: string;
  /** Whether it is a message of live mode; true by default. */
  livemode?: boolean;
};

let made = 0;

const columns = `id, user_id, key_id, usage_period_id, kind, recipient, sender, content, encrypted_content, template_id, encoding,
  segments, state, reason, created_at, valid_until, livemode`;

/** Bytes as a PostgreSQL literal. */
const sealed = `\\x${Buffer.from('sealed code').toString('hex')}`;

/** Inserts messages into a user's log; messages without a time are a second apart. @returns their ids */
export async function insertMessages(userId: string, list: MessageFixture[]): Promise<string[]> {
  const rows = list.map(({ keyId, recipient, state, content, at, reason, livemode, ...more }) => {
    made += 1;
    const createdAt = at ?? new Date(Date.UTC(2026, 3, 6) + made * 1_000);
    const text = content === undefined ? `Text ${made}` : content;
    return {
      id: newId('msg', createdAt.getTime()),
      user_id: userId,
      key_id: keyId ?? 'dk_00000000000000000000',
      usage_period_id: 'use_0',
      kind: text === null ? 'otp' : 'message',
      recipient: recipient ?? '+919876543210',
      sender: more.sender ?? 'DAKIYA',
      template_id: more.templateId ?? null,
      content: text,
      encrypted_content: text === null ? sealed : null,
      encoding: 'gsm7',
      segments: 1,
      state: state ?? 'delivered',
      reason: reason ?? null,
      created_at: createdAt,
      valid_until: createdAt,
      livemode: livemode ?? true,
    };
  });
  // This function does not use Prisma, which would take milliseconds per row.
  await query(
    'insert-test-messages',
    `INSERT INTO messages (${columns})
     SELECT ${columns} FROM json_populate_recordset(NULL::messages, $1::json)`,
    [JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes all messages, so that another test's worker does not deliver them. If a worker is delivering one, PostgreSQL may
 * abort this statement because of a deadlock.
 */
export async function deleteMessages(): Promise<void> {
  const statement = 'WITH queued AS (DELETE FROM message_queue) DELETE FROM messages';
  await query('delete-test-messages', statement, []);
}

export const messagesOf = (userId: string) =>
  prisma.message.findMany({ where: { userId }, orderBy: { id: 'asc' } });
