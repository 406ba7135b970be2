import { z } from 'zod';
import { describeIssue, firstInputError } from '#domain/shared/describe-issue.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import type { HookAnswer, HookResult } from './contract.ts';

/** A text or number of a payload, converted to text. */
export const scalar = z.union([safeText.max(5_000), z.number().transform(String)], {
  error: (issue) => (issue.input === undefined ? undefined : 'Please send text here.'),
});

/** An optional text or number. Null and empty text count as missing. */
export const optional = scalar.nullish().transform((text) => text || undefined);

/**
 * A phone number in E.164, for products that may omit the plus sign. Without it, a number of Singapore could be read as an
 * Indian number, and another person would get the code.
 */
export const e164 = scalar.transform((typed) => (/^\d+$/.test(typed) ? `+${typed}` : typed));

/**
 * Parses the fields of a payload that we need, and ignores others.
 *
 * @throws DomainError with the code and field of the first error
 */
export function parsePayload<Schema extends z.ZodType>(
  schema: Schema,
  payload: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(payload, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const { code, message, param } = firstInputError(parsed.error);
  throw new DomainError(code, { message, ...(param && { param }) });
}

/**
 * Finds the code in a text: its only sequence of 4 to 8 digits.
 *
 * @throws DomainError `invalid_parameter` if the text contains none or several
 */
export function findCode(text: string): string {
  const series = new Set(text.match(/(?<![\d.])\d{4,8}(?![\d.]*\d)/g));
  const [code] = series;
  if (code !== undefined && series.size === 1) return code;
  const found = series.size === 0 ? 'no series' : 'several series';
  const message = `The text has ${found} of 4 to 8 digits that could be the code. Send it in the field code.`;
  throw new DomainError('invalid_parameter', { param: 'code', message });
}

/** Maximum depth of a path into the payload. */
const maxDepth = 8;

/**
 * Replaces each `{name}` in a text with a value: one of `own`, or the payload's field at a path such as
 * `commonLabels.alertname` or `alerts.0.status`.
 *
 * @throws DomainError `invalid_parameter` if there is no text or number at the path
 */
export function fillIn(
  text: string,
  own: Record<string, string | number | undefined>,
  payload: unknown,
): string {
  return text.replaceAll(/\{([\w.-]{1,200})\}/g, (_, path: string) => {
    const value = (Object.hasOwn(own, path) ? own[path] : undefined) ?? valueAt(payload, path);
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    const message = `The call has no text in its field ${path}, which a slot of the template needs.`;
    throw new DomainError('invalid_parameter', { param: 'variables', message });
  });
}

function valueAt(payload: unknown, path: string): unknown {
  let value = payload;
  for (const name of path.split('.').slice(0, maxDepth)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** The response of most kinds. The status says whether the call succeeded, and the body why it failed. */
export function answerJson(result: HookResult, requestId: string): HookAnswer {
  const body = result.ok
    ? { status: 'success', messages: result.messageIds, requestId }
    : {
        ...{ status: 'error', message: result.reason },
        error: {
          ...{ code: result.code, message: result.reason },
          ...(result.param && { param: result.param }),
          requestId,
        },
      };
  return { status: result.ok ? 200 : result.status, body: JSON.stringify(body), type: 'json' };
}

/** The response for products that log it in one line. */
export const answerText = (result: HookResult, requestId: string): HookAnswer => ({
  status: result.ok ? 200 : result.status,
  body: result.ok
    ? 'sent\n'
    : `Dakiya: ${result.reason} (${result.code}${result.param ? ` in ${result.param}` : ''}, ${requestId})\n`,
  type: 'text',
});
