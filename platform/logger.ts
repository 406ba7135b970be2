import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';
import { env } from './env.ts';
import { processWide } from './process-wide.ts';

/** Ids that every line logged within a request or job carries. */
export type LogContext = { requestId?: string; accountId?: string; jobId?: string };

const context = processWide('log-context', () => new AsyncLocalStorage<LogContext>());

/** What must never be written down: bodies, codes, keys and numbers, wherever they hang. */
const secrets = [
  'authorization',
  'cookie',
  'password',
  'secretKey',
  'apiKey',
  'body',
  'content',
  'text',
  'otp',
  'otp_code',
  'recipient',
  'phoneNumber',
];

/** The one logger: a line of JSON an event. */
export const logger = pino({
  level: env.LOG_LEVEL,
  base: null,
  mixin: () => context.getStore() ?? {},
  redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '•••' },
  serializers: { error: describeError },
});

/** An error without what hangs on it: PostgreSQL’s details quote rows, with numbers and texts. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  const code = 'code' in error ? error.code : undefined;
  return { name, message, code, stack };
}

/** Runs `work` so that each line it logs carries `ids`. */
export function withLogContext<T>(ids: LogContext, work: () => T): T {
  return context.run({ ...context.getStore(), ...ids }, work);
}

/** Adds ids that are known only later, such as the account after authentication. */
export function addLogContext(ids: LogContext): void {
  Object.assign(context.getStore() ?? {}, ids);
}
