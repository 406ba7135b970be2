import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';
import { redactFields } from './redact-fields.ts';
import { redactedMark, redactText } from './redact-text.ts';
import { serverSettings } from './server-settings.ts';

/** Ids that every line logged within a request or job carries. */
export type LogContext = { requestId?: string; accountId?: string; jobId?: string };

const context = new AsyncLocalStorage<LogContext>();

/** The one logger: a line of JSON an event. */
export const logger = pino({
  level: serverSettings.LOG_LEVEL,
  base: null,
  mixin: () => context.getStore() ?? {},
  formatters: { log: redactFields },
  serializers: { error: describeError, err: describeError },
  hooks: { streamWrite: redactText },
});

/**
 * An error without what hangs on it: PostgreSQL’s details quote rows, with numbers and texts. Nor is anything
 * told of what was thrown and is no error, but what it is: it may be an answer of somebody’s, whole.
 */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack } = error;
  const code = 'code' in error ? error.code : undefined;
  return { name, message: unquoted(message), code, stack: stack && unquoted(stack) };
}

/** Parsers of JSON quote what they could not read. */
const unquoted = (text: string) =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"(?:\.\.\.)?(?= is not valid JSON)/g, redactedMark);

/** Runs `work` so that each line it logs carries `ids`. */
export function withLogContext<T>(ids: LogContext, work: () => T): T {
  return context.run({ ...context.getStore(), ...ids }, work);
}

/** Adds ids that are known only later, such as the account after authentication. */
export function addLogContext(ids: LogContext): void {
  Object.assign(context.getStore() ?? {}, ids);
}
