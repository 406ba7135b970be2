import type { getMessage } from '#domain/messages/get-message.server.ts';

type Message = Awaited<ReturnType<typeof getMessage>>;

/** What is followed of a message: its state, and how it came there. */
export type Followed = Pick<
  Message,
  '_id' | 'status' | 'reason' | 'createdAt' | 'sentAt' | 'settledAt'
> & {
  /** How often it was handed to a carrier. */
  attempts: number;
};

const attempt = new Set(['submitted', 'refused', 'unanswered', 'unwritten']);

/** A message as it is followed: without its text and its recipient. */
export function toFollowed(message: Message): Followed {
  const { _id, status, reason, createdAt, sentAt, settledAt, timeline } = message;
  // A long text is handed over in several segments: those of one attempt count once.
  const tries = timeline.filter(({ event, segment }) => attempt.has(event) && (segment ?? 1) === 1);
  return { _id, status, reason, createdAt, sentAt, settledAt, attempts: tries.length };
}

const final = new Set<Followed['status']>(['delivered', 'undelivered', 'failed', 'expired']);

/** Whether nothing more will become of it. */
export const isFinal = ({ status }: Pick<Followed, 'status'>) => final.has(status);
