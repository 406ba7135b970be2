import { data } from '@remix-run/node';
import type { z } from 'zod';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import type { Toast } from '#app/components/toasts.tsx';
import { asUnavailable } from '#app/guard-routes.server.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';
import { type FormSchema, parseForm } from './parse-form.ts';
import type { FormReply } from './validated-form.tsx';

type Options = {
  /** The form's id on its page. */
  formId: string;
  /** Error message for an unexpected error. */
  fallback: string;
  /** Returns a toast for invalid fields; by default there is no toast, because the fields show their errors. */
  onInvalid?: (errors: Record<string, string[] | null>) => Toast | undefined;
  /** Returns the toast for an expected error; null for the default toast. */
  onError?: (error: DomainError) => Toast | null;
  /** HTTP status for invalid fields; 400 by default. */
  invalidStatus?: number;
};

/** The value of a form; null if it is invalid. */
export function parseFields<S extends FormSchema>(form: FormData, schema: S): z.output<S> | null {
  const submission = parse(form, schema);
  return submission.status === 'success' ? submission.value : null;
}

const parse = <S extends FormSchema>(form: FormData, schema: S) =>
  parseForm(ownFields(form, schema), schema);

/**
 * The value of a form that the page's buttons fill in.
 *
 * @throws Response 400 if it is invalid, because no button of the page sends such a form
 */
export function readFields<S extends z.ZodType>(form: FormData, schema: S): z.output<S> {
  const { success, data: value } = schema.safeParse(Object.fromEntries(form));
  if (!success) throw new Response(null, { status: 400 });
  return value;
}

/** Fields that are never returned to the page. */
const hideFields = ['currentPassword', 'password', 'passwordConfirm', 'enrolment'];

/**
 * Validates a form and processes it. An error is returned beside its field; an error without a field is returned above the form
 * and as a toast. The typed values are returned too, except passwords.
 *
 * @param carryOut processes the valid form; its result becomes the result of the action
 * @throws DomainError `reauthentication_required` if `carryOut` does
 */
export async function submit<S extends FormSchema, T>(
  form: FormData,
  schema: S,
  carryOut: (value: z.output<S>) => Promise<T>,
  { formId, fallback, onInvalid, onError, invalidStatus = 400 }: Options,
) {
  const submission = parse(form, schema);
  if (submission.status !== 'success') {
    const result = submission.reply({ hideFields });
    return answer(invalidStatus, { formId, result, toast: onInvalid?.(result.error ?? {}) });
  }
  try {
    return await carryOut(submission.value);
  } catch (thrown) {
    if (thrown instanceof Response || needsRecentSignIn(thrown)) throw thrown;
    const error = asUnavailable(thrown);
    const known = error instanceof DomainError;
    if (!known) logger.error({ error, formId }, 'form action failed');
    const message = known ? sentenceForPeople(error) : fallback;
    const param = known ? error.param : undefined;
    const field = param !== undefined && param in schema.shape ? param : null;
    const place = field ? { fieldErrors: { [field]: [message] } } : { formErrors: [message] };
    const usual = field ? undefined : ({ type: 'error', title: 'Error', message } as const);
    return answer(known ? httpStatusByErrorCode[error.code] : 500, {
      formId,
      result: submission.reply({ ...place, hideFields }),
      toast: (known && onError?.(error)) || usual,
    });
  }
}

/** The page asks for the password, then submits the same form again. */
const needsRecentSignIn = (error: unknown) =>
  error instanceof DomainError && error.code === 'reauthentication_required';

/**
 * Keeps only the fields of the schema. The form parser would expand a name such as `x[4294967294]` to a list of that length,
 * and treats reserved names such as `__intent__` as commands.
 */
function ownFields(form: FormData, schema: FormSchema): FormData {
  const own = new FormData();
  for (const name of Object.keys(schema.shape)) {
    for (const value of form.getAll(name)) own.append(name, value);
  }
  return own;
}

const answer = (status: number, reply: FormReply) => data(reply, { status });

type ToastOptions = {
  /** The page of the form. */
  to: string;
  /** The toast's title for any error. */
  fallback: string;
};

/**
 * Processes a form without fields. Turns an error into a toast on the form's page.
 *
 * @throws Response, such as the redirect with an error's toast
 * @throws DomainError `reauthentication_required`
 * @throws the database's error while it is unavailable, because the page could not be shown either
 */
export async function orToast<T = Response>(
  { to, fallback }: ToastOptions,
  carryOut: () => Promise<T>,
): Promise<T> {
  try {
    return await carryOut();
  } catch (error) {
    if (error instanceof Response || isDatabaseUnavailable(error)) throw error;
    if (needsRecentSignIn(error)) throw error;
    const known = error instanceof DomainError;
    if (!known) logger.error({ error, to }, 'form action failed');
    const message = known ? { message: sentenceForPeople(error) } : {};
    throw await redirectWithToast(to, { type: 'error', title: fallback, ...message });
  }
}
