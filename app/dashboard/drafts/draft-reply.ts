import type { Toast } from '#app/components/toasts.tsx';
import type { FormSchema } from '#app/forms/parse-form.ts';
import type { FormReply } from '#app/forms/use-validated-form.ts';

/** The message above a form that was submitted after the session had expired. */
export const draftMessage =
  'Your session had expired, so this form was not submitted. Please check it and submit it again.';

export const draftToast: Toast = { type: 'warning', title: 'Not sent', message: draftMessage };

/** The toast on the login page if the form could not be saved. */
export const draftNotSavedToast: Toast = {
  type: 'warning',
  title: 'Not sent',
  message: 'Your session had expired, and we could not save what you typed.',
};

/** The error of a file field, because a page cannot reselect a file. */
const fileNotSaved = 'The file was not saved. Please choose it again.';

/** A reply that restores a form submitted after the session had expired. */
export function draftReply(formId: string, schema: FormSchema, form: FormData): FormReply {
  const initialValue: Record<string, string> = {};
  const error: Record<string, string[]> = { '': [draftMessage] };
  for (const name of Object.keys(schema.shape)) {
    const value = form.get(name);
    if (typeof value === 'string') initialValue[name] = value;
    else if (value !== null && value.name !== '') error[name] = [fileNotSaved];
  }
  return { formId, result: { status: 'error', initialValue, error }, toast: draftToast };
}
