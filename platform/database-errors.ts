import { UnstorableText } from './storable-text.ts';

/** SQLSTATE classes that mean that PostgreSQL cannot be reached or is going down or coming up. */
const awayClasses = ['08', '57', '53'];
const awayCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'P1001',
  'P1017',
];

/** Words of `pg` for a connection that ended; it gives these errors no code. */
const awayWords =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** The code of a PostgreSQL, Prisma or socket error, however deep it is wrapped. */
function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const original = 'originalCode' in error ? String(error.originalCode) : '';
  return [...own, original, ...codesOf(error.cause, depth + 1)].filter(Boolean);
}

/** Whether the error means that the database is away, so that asking again later may help. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (awayWords.test(error.message)) return true;
  return codesOf(error).some(
    (code) =>
      awayCodes.includes(code) || (code.length === 5 && awayClasses.includes(code.slice(0, 2))),
  );
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
  if (isDatabaseAway(error)) return false;
  if (error instanceof UnstorableText || error instanceof RangeError) return true;
  if (error instanceof TypeError || error instanceof SyntaxError) return true;
  return codesOf(error).some((code) => code.length === 5 && dataClasses.includes(code.slice(0, 2)));
}
