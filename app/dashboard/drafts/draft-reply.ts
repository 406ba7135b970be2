import type { FormSchema } from '#app/forms/constraints.ts';
import type { FormReply } from '#app/forms/reply.ts';
import type { Toast } from '#app/session/toast.ts';

/** What is said above a form that came too late. */
export const draftSentence =
  'Your session had expired, so this form was not submitted. Please check it and submit it again.';

/** The same as a notice. */
export const draftToast: Toast = { type: 'warning', title: 'Not sent', message: draftSentence };

/** What is said at the login where nothing can come back. */
export const draftNotSavedToast: Toast = {
  type: 'warning',
  title: 'Not sent',
  message: 'Your session had expired, and we could not save what you typed.',
};

/** What is said at a file that was chosen: no page can choose it. */
const notKeptFile = 'The file was not saved. Please choose it again.';

/** A form as it was when the session was over, with the sentence that says so. */
export function draftReply(formId: string, schema: FormSchema, form: FormData): FormReply {
  const initialValue: Record<string, string> = {};
  const error: Record<string, string[]> = { '': [draftSentence] };
  for (const name of Object.keys(schema.shape)) {
    const value = form.get(name);
    if (typeof value === 'string') initialValue[name] = value;
    else if (value !== null && value.name !== '') error[name] = [notKeptFile];
  }
  return { formId, result: { status: 'error', initialValue, error }, toast: draftToast };
}
