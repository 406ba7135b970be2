/** Retention of a saved response. */
export const responseRetentionHours = 24;

/** The idempotency data of a request. */
export type Idempotency = {
  /** The caller, so that two callers may use the same key. */
  scope: string;
  /** The `Idempotency-Key` header, 1 to 255 characters. */
  key: string;
  /** Hash of path and body: the same key with another request is rejected. */
  requestHash: Buffer;
  /** Identifies this request among those with the same key. */
  requestId: string;
};

/** A response, and whether it was replayed for a repeated Idempotency-Key. */
export type IdempotentResult<Data> = { data: Data; replayed: boolean };

/** A saved response. `granted` is how many items of a batch had room in the quota. */
export type SavedResponse = { answer: unknown; granted: number };
