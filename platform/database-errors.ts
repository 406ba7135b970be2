import { UnstorableText } from './storable-text.ts';

/**
 * SQLSTATE classes of a server that cannot serve anybody: 08 connection exceptions, 53 insufficient resources
 * (53300 is too many connections), 57 operator intervention (57P01 and 57P02 shutting down, 57P03 starting up or
 * recovering from a crash). https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const awayClasses = ['08', '53', '57'];

const awayCodes = [
  // A write to a server that only reads: a standby, or one that an operator made read-only.
  '25006',
  // Sockets, by libuv's names.
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

/** The same by Prisma's driver adapter, which gives them no code when a statement is raw. */
const awayKinds = [
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TooManyConnections',
];

/**
 * How messages begin for which there is no code: of `pg`, of a connection that ended or was not to be had in time;
 * of Prisma, of a transaction that got none. Nothing that a caller wrote stands there.
 */
const awayMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
const noTransaction = 'Unable to start a transaction in the given time';

type Details = Record<'code' | 'errorCode' | 'originalCode' | 'kind' | 'severity', unknown> & {
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
};

/**
 * An error and what it wraps, however deep. Prisma keeps the driver's error in `meta`, whose cause is a plain
 * object with the SQLSTATE: its own code is P2039 for most of them, or P2010 for raw statements.
 */
function wrappedBy(error: unknown, depth = 0): Partial<Details>[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const details: Partial<Details> = error;
  return [
    details,
    ...wrappedBy(details.cause, depth + 1),
    ...wrappedBy(details.meta?.driverAdapterError, depth + 1),
  ];
}

const codesOf = (error: unknown): string[] =>
  wrappedBy(error)
    .flatMap(({ code, errorCode, originalCode }) => [code, errorCode, originalCode])
    .filter((code) => typeof code === 'string');

/**
 * Whether the error means that the database cannot be used now, whatever is asked of it: it is away, starting up,
 * shutting down, out of connections or read-only. The same may succeed later, so nothing is wrong with the
 * statement or its values. Everything that answers, retries or splits goes by this one function.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return wrappedBy(error).some(
    ({ code, errorCode, originalCode, kind, message, severity }) =>
      isAwayCode(code) ||
      isAwayCode(errorCode) ||
      isAwayCode(originalCode) ||
      awayKinds.includes(String(kind)) ||
      // It ends the session, or none began: the server refuses us, not the statement.
      severity === 'FATAL' ||
      severity === 'PANIC' ||
      awayMessages.test(String(message)) ||
      (code === 'P2028' && String(message).includes(noTransaction)),
  );
}

function isAwayCode(code: unknown): boolean {
  if (typeof code !== 'string') return false;
  return awayCodes.includes(code) || (code.length === 5 && awayClasses.includes(code.slice(0, 2)));
}

/** Whether PostgreSQL gave up a statement to end a deadlock: nothing was done, and it may be done again. */
export function isDeadlock(error: unknown): boolean {
  return codesOf(error).includes('40P01');
}

/** Whether a row was refused because what must be unique is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return codesOf(error).some((code) => code === 'P2002' || code === '23505');
}

/**
 * SQLSTATE classes by which PostgreSQL refuses what a statement was given, and not the statement:
 * a value (22), a constraint (23), a row found twice (21), a limit of the program such as the size
 * of an index entry (54), a trigger (P0), an internal error such as an allocation too large (XX).
 */
const dataClasses = ['21', '22', '23', '54', 'P0', 'XX'];

/**
 * Whether an error is due to a value in the data: the same statement may succeed without it. That is
 * also what JavaScript throws at a value, such as one that JSON cannot express, or a parameter that
 * the driver cannot encode.
 */
export function isDataError(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return false;
  if (error instanceof UnstorableText || error instanceof RangeError) return true;
  if (error instanceof TypeError || error instanceof SyntaxError) return true;
  return codesOf(error).some((code) => code.length === 5 && dataClasses.includes(code.slice(0, 2)));
}
