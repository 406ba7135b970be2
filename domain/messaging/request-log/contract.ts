import type { ErrorCode } from '#domain/shared/errors.browser.ts';

/** How long a failed request is stored, in milliseconds. */
export const retentionMs = 7 * 24 * 3_600_000;

/** How many failed requests are stored at most per user and hour. */
export const maxPerHour = 1_000;

/** A failed API request. */
export type FailedRequest = {
  userId: string;
  /** The API ID, `dk_…`. */
  keyId: string;
  method: string;
  /** Relative to `/api/v1`, without the query. */
  path: string;
  status: number;
  code: ErrorCode;
  message: string;
  /** The invalid field, if any. */
  param: string | null;
  /** The caller's IP address; empty if unknown. */
  clientAddress: string;
  requestId: string;
};

/** A failed request as its owner sees it. */
export type FailedRequestOutput = Omit<FailedRequest, 'userId' | 'code'> & {
  id: string;
  createdAt: Date;
  code: string;
};

/** Failed requests with the same code. */
export type FailedRequestGroup = {
  code: string;
  count: number;
  /** Newest first. */
  newest: FailedRequestOutput[];
};
