/** How long a response is saved, in hours. */
export const responseRetentionHours = 24;

/** The idempotency data of a request. */
export type Idempotency = {
  /** Identifies the caller, so that two callers may use the same key. */
  scope: string;
  /** The `Idempotency-Key` header, 1 to 255 characters. */
  key: string;
  /** A hash of path and body. The hash is compared to reject a different request with the same key. */
  requestHash: Buffer;
  /** Identifies this request among several requests with the same key. */
  requestId: string;
};

/** A response. `replayed` says whether it is the saved response of an earlier request with the same key. */
export type IdempotentResult<Data> = { data: Data; replayed: boolean };

/** A saved response. `granted` is how many items of a batch the quota allowed. */
export type SavedResponse = { answer: unknown; granted: number };
