import { z } from 'zod';
import { listMessages } from '#domain/messaging/messages/find-messages.ts';
import { messageOutput } from '#domain/messaging/messages/outputs.ts';
import { listOtpsOf } from '#domain/messaging/otp/otps-of-recipient.ts';
import { findSuppression } from '#domain/messaging/recipients/suppressions.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import type { Viewer } from './views/contract.ts';

const time = z.iso.datetime();

const otpOutput = z.object({
  _id: z.string().meta({ example: exampleValues.otpId }),
  status: z.enum(['pending', 'verified', 'expired', 'exhausted']).meta({ example: 'verified' }),
  attempts: z.int().meta({ description: 'How often a code was tried.', example: 1 }),
  createdAt: time.meta({ example: exampleValues.createdAt }),
  sentAt: z.array(time).meta({
    description: 'When the code was sent, and sent again.',
    example: [exampleValues.createdAt],
  }),
  expiresAt: time.meta({ example: exampleValues.otpExpiresAt }),
  emails: z.array(z.string().meta({ example: 'asha@example.com' })).meta({
    description: 'Email addresses to which it was sent, or would have been.',
    example: ['asha@example.com'],
  }),
});

/** What an account has stored of a number. */
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
 * A page of what an account has stored of a number: its messages, the newest first, and on the first page its one-time
 * passwords and whether it is suppressed. What was erased is not found by its number.
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
