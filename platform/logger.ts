import cluster from 'node:cluster';
import { type LoggerOptions, pino } from 'pino';
import { product } from '#product.ts';
import { errorReports } from './error-reports.ts';
import { ofInstance } from './instance.ts';
import { currentIds, type LogContext, type RequestOrigin, runInScope } from './request-scope.ts';
import { serverSettings } from './server-settings.ts';

/**
 * Names of fields that must never be logged, in lower case. `redactText` handles secrets that can be recognised by their
 * form.
 */
const secretNames = new Set<string>([
  'authorization',
  'cookie',
  'password',
  'secretkey',
  'apikey',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'set-cookie',
  'secret',
  'signature',
  'email',
  'body',
  ...product.secretFields,
]);

/** Maximum depth of logged values. Deeper values are redacted as a whole. */
const maxDepth = 5;

/** The text that replaces secrets in the log. */
const redactedMark = '•••';

/** Patterns of text that must not be logged anywhere, even in error messages of other libraries. */
const secretForms: { form: RegExp; with?: string }[] = [
  // API keys.
  { form: /\bsk_[A-Za-z0-9_-]{8,}/g },
  // Session tokens and tokens of emailed links: 256 bits in base64url.
  { form: /(?<![\w-])[A-Za-z0-9_-]{43}(?![\w-])/g },
  // Credentials in URLs.
  { form: /(?<=:\/\/)[^\s/@"']+(?=@)/g, with: '@' },
  // Credentials of Authorization headers (RFC 7617, RFC 6750).
  { form: /(?<=\b(?:Basic|Bearer) )[A-Za-z0-9._~+/=-]{8,}/gi },
  // Email addresses. The lookbehind keeps the time linear in the length of the text.
  {
    form: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu,
    with: '@',
  },
  // Indian mobile numbers in any notation, unless they are part of an id, a decimal, or a JSON number.
  { form: /(?<![\dA-Za-z]|\d\.|":)(?:\+?91|0091|0)?[ -]?[6-9]\d{4}[ -]?\d{5}(?![\dA-Za-z]|\.\d)/g },
];

/** Redacts secrets, email addresses and phone numbers in a text. Recognises them by their form. */
export function redactText(text: string): string {
  let left = text;
  for (const secret of secretForms) {
    // Searching for the character first saves time: every log line is searched, and most lines do not contain it.
    if (!secret.with || left.includes(secret.with)) left = left.replace(secret.form, redactedMark);
  }
  return left;
}

/**
 * Redacts log fields by name, at any depth. Errors are not changed here, because their serializer handles them. We do not use
 * pino's own redaction, because it supports only fixed depths, and took two thirds of the time for a log line.
 *
 * @returns a copy; the logged object is not changed
 */
export function redactFields(fields: object, depth = 1): Record<string, unknown> {
  const redacted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    redacted[name] =
      secretNames.has(name.toLowerCase()) && value !== undefined
        ? redactedMark
        : redactValue(value, depth);
  }
  return redacted;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth === maxDepth) return redactedMark;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  const kind = Object.getPrototypeOf(value);
  return kind === Object.prototype || kind === null ? redactFields(value, depth + 1) : value;
}

/** The logger: one line of JSON per event. */
export const logger = ofInstance(() =>
  pino({
    level: serverSettings.LOG_LEVEL,
    // The processes of one program write to the same output, so each line has the id of its process.
    base: cluster.isWorker ? { pid: process.pid } : null,
    // A copy, because pino adds the fields of the line to it.
    mixin: () => ({ ...currentIds() }),
    formatters: { log: redactFields },
    serializers: { error: describeError, err: describeError },
    hooks: {
      streamWrite: redactText,
      ...(errorReports() && { logMethod }),
    },
  }),
);

/**
 * Serialises an error without PostgreSQL's details, which contain rows with numbers and texts. If the thrown value is not an
 * error, logs only its type, because it may be another server's complete response.
 */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack } = error;
  const code = 'code' in error ? error.code : undefined;
  return { name, message: removeQuotes(message), code, stack: stack && removeQuotes(stack) };
}

/** pino's numbers of the levels that are reported. */
const errorLevel = 50;
const fatalLevel = 60;

/** Logs a line, and reports it if it is an error. */
const logMethod: NonNullable<LoggerOptions['hooks']>['logMethod'] = function (args, method, level) {
  if (level >= errorLevel) report(level, args);
  method.apply(this, args);
};

/** @param args the fields and the message of a log line */
function report(level: number, [fields, message]: unknown[]): void {
  const { error, err = error } = (fields ?? {}) as { error?: unknown; err?: unknown };
  const text = redactText(String(message ?? fields));
  const cause = describeError(err ?? new Error(text));
  errorReports()?.({
    level: level >= fatalLevel ? 'fatal' : 'error',
    message: text,
    error: {
      name: cause.name,
      message: redactText(cause.message ?? text),
      stack: cause.stack && redactText(cause.stack),
    },
    tags: { ...currentIds() },
  });
}

/** Removes the invalid input that JSON parsers quote in their messages. */
const removeQuotes = (text: string) =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"(?:\.\.\.)?(?= is not valid JSON)/g, redactedMark);

/**
 * Runs `work`, and adds `ids` to each line that the work logs.
 *
 * @param origin where a request comes from; jobs have none
 */
export const withLogContext = <T>(ids: LogContext, work: () => T, origin?: RequestOrigin): T =>
  runInScope(ids, work, origin);

/**
 * Adds ids that become known later, such as the account after authentication, to the context of the running request or job.
 */
export function addLogContext(ids: LogContext): void {
  Object.assign(currentIds() ?? {}, ids);
}
