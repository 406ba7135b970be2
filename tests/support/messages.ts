import type { MessageState } from '#domain/messaging/messages/contract.ts';
import { prisma } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';

/** A message to be put into the log as if it had been sent. */
export type MessageFixture = {
  keyId?: string;
  recipient?: string;
  state?: MessageState;
  /** Null for a one-time password. */
  content?: string | null;
  at?: Date;
  reason?: string;
};

let made = 0;

/** Puts messages into a user's log; those without a time are a second apart. @returns their ids */
export async function insertMessages(userId: string, list: MessageFixture[]): Promise<string[]> {
  const rows = list.map(({ keyId, recipient, state, content, at, reason }) => {
    made += 1;
    const createdAt = at ?? new Date(Date.UTC(2026, 3, 6) + made * 1_000);
    const text = content === undefined ? `Text ${made}` : content;
    return {
      id: newId('msg', createdAt.getTime()),
      userId,
      keyId: keyId ?? 'dk_00000000000000000000',
      usagePeriodId: 'use_0',
      kind: text === null ? ('otp' as const) : ('message' as const),
      recipient: recipient ?? '+919876543210',
      sender: 'DAKIYA',
      content: text,
      encryptedContent: text === null ? Buffer.from('sealed code') : null,
      encoding: 'gsm7' as const,
      segments: 1,
      state: state ?? ('delivered' as const),
      reason: reason ?? null,
      createdAt,
      validUntil: createdAt,
    };
  });
  await prisma.message.createMany({ data: rows });
  return rows.map(({ id }) => id);
}

/** Leaves no message behind that a worker of another test would deliver. */
export async function deleteMessages(): Promise<void> {
  await prisma.$transaction([prisma.queuedMessage.deleteMany(), prisma.message.deleteMany()]);
}

/** Everything that a user has sent. */
export const messagesOf = (userId: string) => prisma.message.findMany({ where: { userId } });
