import type { ErrorCode } from '#domain/shared/errors.browser.ts';

/** How long a failed request is kept, in milliseconds. */
export const retentionMs = 7 * 24 * 3_600_000;

/** Maximum number of failed requests stored per user and hour. */
export const maxPerHour = 1_000;

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

export type FailedRequestGroup = {
  code: string;
  count: number;
  /** Newest first. */
  newest: FailedRequestOutput[];
};
