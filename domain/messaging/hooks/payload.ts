import { z } from 'zod';
import { describeIssue, firstInputError } from '#domain/shared/describe-issue.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import type { HookAnswer, HookResult } from './contract.ts';

/** A text or a number of a payload, as text. */
export const scalar = z.union([safeText.max(5_000), z.number().transform(String)], {
  error: (issue) => (issue.input === undefined ? undefined : 'Please send text here.'),
});

/** A text or a number that may be missing; null and an empty text are missing too. */
export const optional = scalar.nullish().transform((text) => text || undefined);

/**
 * A number in E.164 whose plus sign a product may leave out. Without the plus sign, a number of Singapore would be taken for an
 * Indian one, and another person would get the code.
 */
export const e164 = scalar.transform((typed) => (/^\d+$/.test(typed) ? `+${typed}` : typed));

/** Parses the fields that matter of a payload; others may be there. @throws DomainError with the code and field of the first error */
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
 * Finds the code in a text: its only series of 4 to 8 digits.
 *
 * @throws DomainError `invalid_parameter` if there is none, or several
 */
export function findCode(text: string): string {
  const series = new Set(text.match(/(?<![\d.])\d{4,8}(?![\d.]*\d)/g));
  const [code] = series;
  if (code !== undefined && series.size === 1) return code;
  const found = series.size === 0 ? 'no series' : 'several series';
  const message = `The text has ${found} of 4 to 8 digits that could be the code. Send it in the field code.`;
  throw new DomainError('invalid_parameter', { param: 'code', message });
}

/** How many levels of a payload a path may have. */
const maxDepth = 8;

/**
 * Replaces each `{name}` of a text by a value: one of `own`, or the field of the payload at a path such as
 * `commonLabels.alertname` or `alerts.0.status`.
 *
 * @throws DomainError `invalid_parameter` if there is no such text or number
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

/** The response of most kinds: the status says whether it worked, the body why not. */
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

/** The response for products that write it into a line of their log. */
export const answerText = (result: HookResult, requestId: string): HookAnswer => ({
  status: result.ok ? 200 : result.status,
  body: result.ok
    ? 'sent\n'
    : `Dakiya: ${result.reason} (${result.code}${result.param ? ` in ${result.param}` : ''}, ${requestId})\n`,
  type: 'text',
});
