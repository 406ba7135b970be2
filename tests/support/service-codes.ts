import type { MessageState } from '#domain/messaging/messages/contract.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { Account } from './account.ts';

/** A past code of a service. */
export type CodeFixture = {
  /** Ten digits; by default an unused number. */
  to?: string;
  at?: Date;
  state?: 'pending' | 'verified' | 'expired' | 'exhausted';
  attempts?: number;
  isTest?: boolean;
  /** The message that carries the code; null if the code has no message. */
  message?: { state?: MessageState; reason?: string; carrier?: string | null } | null;
};

const lifeMs = 300_000;
let made = 0;

/** Inserts codes of a service with their messages. @returns the ids of the messages, null for a code without one */
export async function insertCodes(
  { userId, keyId }: Pick<Account, 'userId' | 'keyId'>,
  serviceId: string,
  list: CodeFixture[],
): Promise<(string | null)[]> {
  const rows = list.map(({ to, at, state, attempts, isTest, message }) => {
    const createdAt = at ?? new Date(Date.now() - 10 * 60_000 + made);
    made += 1;
    const expiresAt = new Date(createdAt.getTime() + lifeMs);
    const recipient = `+91${to ?? 9_844_000_000 + made}`;
    const otp = {
      id: newId('otp', createdAt.getTime()),
      ...{ userId, keyId, recipient, serviceId, codeHash: new Uint8Array(32) },
      ...{
        state: state ?? ('verified' as const),
        attempts: attempts ?? 1,
        isTest: isTest ?? false,
      },
      ...{ sentAt: [createdAt], createdAt, expiresAt },
    };
    if (message === null || isTest) return { otp, message: null, part: null };
    const id = newId('msg', createdAt.getTime());
    const carrier = message?.carrier === undefined ? 'first' : message.carrier;
    return {
      otp,
      message: {
        ...{ id, userId, keyId, recipient, createdAt, validUntil: expiresAt },
        ...{ usagePeriodId: 'use_0', kind: 'otp' as const, sender: 'DAKIYA', content: null },
        ...{ encoding: 'gsm7' as const, segments: 1, state: message?.state ?? 'delivered' },
        reason: message?.reason ?? null,
      },
      part: carrier === null ? null : { messageId: id, seq: 1, carrier, reference: 1, recipient },
    };
  });
  await prisma.otp.createMany({ data: rows.map(({ otp }) => otp) });
  await prisma.message.createMany({ data: rows.flatMap(({ message }) => message ?? []) });
  await prisma.messagePart.createMany({
    data: rows.flatMap(({ part }) => (part ? { ...part, state: 'delivered' as const } : [])),
  });
  return rows.map(({ message }) => message?.id ?? null);
}
