import { UnstorableText } from './storable-text.browser.ts';

/**
 * SQLSTATE classes of an unavailable server: 08 connection exceptions, 53 insufficient resources
 * (53300 too many connections), 57 operator intervention (57P01, 57P02 shutting down, 57P03
 * starting up or recovering). https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const unavailableClasses = ['08', '53', '57'];

const unavailableCodes = [
  // A write to a read-only server: a standby, or a server that an operator has made read-only.
  '25006',
  // A lock was not free within `lock_timeout`.
  '55P03',
  // Socket errors, by libuv's names.
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // Prisma: no connection (P1001, P1002), too slow (P1008), closed (P1017), pool exhausted (P2024), too many (P2037).
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2037',
];

/** The same errors by their `kind`, because Prisma's driver adapter sets no code for raw statements. */
const unavailableKinds = [
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TooManyConnections',
];

/**
 * How messages of errors without a code begin: from `pg` for a lost or timed-out connection, and from Prisma if no
 * connection was free for a transaction. They contain no input of callers.
 */
const unavailableMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
const noTransaction = 'Unable to start a transaction in the given time';

type Details = Record<'code' | 'errorCode' | 'originalCode' | 'kind' | 'severity', unknown> & {
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
};

/**
 * Lists an error and all errors that it wraps. Prisma puts the driver's error into `meta`, and the `cause` of the driver's
 * error is a plain object with the SQLSTATE. The code of Prisma's own error is usually P2039, or P2010 for raw statements.
 */
function listCauses(error: unknown, depth = 0): Partial<Details>[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const details: Partial<Details> = error;
  return [
    details,
    ...listCauses(details.cause, depth + 1),
    ...listCauses(details.meta?.driverAdapterError, depth + 1),
  ];
}

const listCodes = (error: unknown): string[] =>
  listCauses(error)
    .flatMap(({ code, errorCode, originalCode }) => [code, errorCode, originalCode])
    .filter((code) => typeof code === 'string');

/**
 * Whether the database is unavailable: down, starting up, shutting down, out of connections, read-only or too slow
 * (`isTimeLimit`). A retry may succeed, because neither the statement nor its values are the cause. Use this function
 * wherever code decides whether to reject, retry or split work.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return listCauses(error).some(
    ({ code, errorCode, originalCode, kind, message, severity }) =>
      isUnavailableCode(code) ||
      isUnavailableCode(errorCode) ||
      isUnavailableCode(originalCode) ||
      unavailableKinds.includes(String(kind)) ||
      // The server ended or rejected the session for a reason other than the statement.
      severity === 'FATAL' ||
      severity === 'PANIC' ||
      unavailableMessages.test(String(message)) ||
      (code === 'P2028' && String(message).includes(noTransaction)),
  );
}

function isUnavailableCode(code: unknown): boolean {
  if (typeof code !== 'string') return false;
  return (
    unavailableCodes.includes(code) ||
    (code.length === 5 && unavailableClasses.includes(code.slice(0, 2)))
  );
}

/** Whether PostgreSQL aborted a statement to end a deadlock. Such a statement had no effect and may be retried. */
export function isDeadlock(error: unknown): boolean {
  return listCodes(error).includes('40P01');
}

/** Whether a statement failed because a lock was not free within `lock_timeout`. Such a statement had no effect. */
export function isLockTimeout(error: unknown): boolean {
  return listCodes(error).includes('55P03');
}

/**
 * Whether PostgreSQL ended a statement because it took too long: by `statement_timeout` (57014, also for a statement that an
 * operator cancels), `transaction_timeout` (25P04) or `lock_timeout`. Such a statement had no effect, and may succeed with
 * fewer rows.
 */
export function isTimeLimit(error: unknown): boolean {
  return listCodes(error).some((code) => ['57014', '25P04', '55P03'].includes(code));
}

/** Whether a unique constraint was violated. */
export function isUniqueViolation(error: unknown): boolean {
  return listCodes(error).some((code) => code === 'P2002' || code === '23505');
}

/**
 * Whether a CHECK constraint was violated.
 *
 * @param constraint the name of the constraint, which the server's message contains
 */
export function isViolationOf(constraint: string, error: unknown): boolean {
  return (
    listCodes(error).includes('23514') &&
    listCauses(error).some(({ message }) => String(message).includes(`"${constraint}"`))
  );
}

/**
 * SQLSTATE classes of errors caused by values rather than the statement itself: a value (22), a constraint (23), a row found
 * twice (21), a program limit such as the size of an index entry (54), a trigger (P0), or an internal error such as an
 * allocation that is too large (XX).
 */
const dataClasses = ['21', '22', '23', '54', 'P0', 'XX'];

/**
 * Whether an error is caused by a value in the data, so that the same statement may succeed without this value. This includes
 * JavaScript errors about values that JSON cannot express or the driver cannot encode.
 */
export function isDataError(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return false;
  if (error instanceof UnstorableText || error instanceof RangeError) return true;
  if (error instanceof TypeError || error instanceof SyntaxError) return true;
  return listCodes(error).some(
    (code) => code.length === 5 && dataClasses.includes(code.slice(0, 2)),
  );
}
