import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';

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
      'Until when the log keeps the erased messages, without text and with a pseudonym instead of the number, because the law requires logs for a year (DPDP Rules 2025, rule 8). Null if it keeps none.',
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
