import type { ErrorCode } from '#domain/shared/errors.ts';

/** How long a refused request is kept, in milliseconds. */
export const retentionMs = 7 * 24 * 3_600_000;

/** Rows that are kept of one hour and user. */
export const maxPerHour = 1_000;

/** What is kept of a refused request. */
export type FailedRequest = {
  userId: string;
  /** The API ID, `dk_…`. */
  keyId: string;
  method: string;
  /** Below `/api/v1`, without a query. */
  path: string;
  status: number;
  code: ErrorCode;
  message: string;
  /** The field at fault, where it is one. */
  param: string | null;
  /** Where it came from; empty if nobody knows. */
  clientAddress: string;
  requestId: string;
};

/** A refused request as its owner sees it. */
export type FailedRequestOutput = Omit<FailedRequest, 'userId' | 'code'> & {
  id: string;
  createdAt: Date;
  code: string;
};
