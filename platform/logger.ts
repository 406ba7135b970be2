import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';
import { ofInstance } from './instance.ts';
import { redactedMark, redactFields, redactText } from './redact.ts';
import { serverSettings } from './server-settings.ts';

/** Ids on every log line of a request or job. */
export type LogContext = { requestId?: string; accountId?: string; jobId?: string };

const context = new AsyncLocalStorage<LogContext>();

/** The logger: one line of JSON per event. */
export const logger = ofInstance(() =>
  pino({
    level: serverSettings.LOG_LEVEL,
    base: null,
    mixin: () => context.getStore() ?? {},
    formatters: { log: redactFields },
    serializers: { error: describeError, err: describeError },
    hooks: { streamWrite: redactText },
  }),
);

/**
 * Serializes an error without details: PostgreSQL’s contain rows, with numbers and texts. Of a
 * thrown value that is not an error only the type is logged, as it may be a complete response of
 * another server.
 */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack } = error;
  const code = 'code' in error ? error.code : undefined;
  return { name, message: removeQuotes(message), code, stack: stack && removeQuotes(stack) };
}

/** JSON parsers quote the invalid input in their message. */
const removeQuotes = (text: string) =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"(?:\.\.\.)?(?= is not valid JSON)/g, redactedMark);

/** Runs `work` with `ids` on each line that it logs. */
export function withLogContext<T>(ids: LogContext, work: () => T): T {
  return context.run({ ...context.getStore(), ...ids }, work);
}

/** Adds ids that become known later, such as the account after authentication. */
export function addLogContext(ids: LogContext): void {
  Object.assign(context.getStore() ?? {}, ids);
}
