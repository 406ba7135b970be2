import { data } from '@remix-run/node';
import type { z } from 'zod';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { asUnavailable } from '#app/as-unavailable.server.ts';
import type { Toast } from '#app/session/toast.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { logger } from '#platform/logger.ts';
import type { FormSchema } from './constraints.ts';
import { parseForm } from './parse-form.ts';
import type { FormReply } from './reply.ts';

type Options = {
  /** The form's id on its page. */
  formId: string;
  /** The sentence for what nobody could expect. */
  fallback: string;
  /** A toast for faults of the fields; usually they say it themselves. */
  onInvalid?: (faults: Record<string, string[] | null>) => Toast | undefined;
  /** A toast of its own for an error that is expected; null says that the usual one is right. */
  onError?: (error: DomainError) => Toast | null;
  /** HTTP status for faults of the fields; usually 400. */
  invalidStatus?: number;
};

/** Never sent back to the page. */
const hideFields = ['currentPassword', 'password', 'passwordConfirm'];

/**
 * Checks a form and carries it out. What went wrong comes back beside its field, with what was typed
 * except for passwords, and as a toast.
 *
 * @param carryOut what the form is for; its result is the action's
 * @throws DomainError `reauthentication_required` if `carryOut` does
 */
export async function submit<S extends FormSchema, T>(
  form: FormData,
  schema: S,
  carryOut: (value: z.output<S>) => Promise<T>,
  { formId, fallback, onInvalid, onError, invalidStatus = 400 }: Options,
) {
  const submission = parseForm(ownFields(form, schema), schema);
  if (submission.status !== 'success') {
    const result = submission.reply({ hideFields });
    return answer(invalidStatus, { formId, result, toast: onInvalid?.(result.error ?? {}) });
  }
  try {
    return await carryOut(submission.value);
  } catch (thrown) {
    if (thrown instanceof Response || isStale(thrown)) throw thrown;
    const error = asUnavailable(thrown);
    const known = error instanceof DomainError;
    if (!known) logger.error({ error, formId }, 'form action failed');
    const message = known ? error.message : fallback;
    const param = known ? error.param : undefined;
    const place =
      param !== undefined && param in schema.shape
        ? { fieldErrors: { [param]: [message] } }
        : { formErrors: [message] };
    return answer(known ? httpStatusByErrorCode[error.code] : 500, {
      formId,
      result: submission.reply({ ...place, hideFields }),
      toast: (known && onError?.(error)) || { type: 'error', title: 'Error', message },
    });
  }
}

/** The page asks for the password first, and then sends the same form. */
const isStale = (error: unknown) =>
  error instanceof DomainError && error.code === 'reauthentication_required';

/**
 * The schema's own fields and nothing else: a name such as `x[4294967294]` is a list of as many to what
 * reads the fields, and names of its own, such as `__intent__`, are orders to it.
 */
function ownFields(form: FormData, schema: FormSchema): FormData {
  const own = new FormData();
  for (const name of Object.keys(schema.shape)) {
    for (const value of form.getAll(name)) own.append(name, value);
  }
  return own;
}

const answer = (status: number, reply: FormReply) => data(reply, { status });
