/** How long an answer is remembered. */
export const responseRetentionHours = 24;

/** What a caller sent to make a request safe to repeat. */
export type Idempotency = {
  /** Who called, so that two callers may use the same key. */
  scope: string;
  /** The `Idempotency-Key` header, 1 to 255 characters. */
  key: string;
  /** Of the path and the body: the same key with another request is refused. */
  requestHash: Buffer;
  /** Names this very request among those that came with the same key. */
  requestId: string;
};

/** What is answered, and whether it is the answer of an earlier request with the same key. */
export type IdempotentResult<Data> = { data: Data; replayed: boolean };

/** An answer from before. `granted` says how many items of a batch had room in the quota. */
export type SavedResponse = { answer: unknown; granted: number };
