export type SentForm = { form: HTMLFormElement; submitter: HTMLElement | null };

/** Conform validates a field by submitting the form with an intent, without sending a request. */
export const isCheck = ({ submitter }: SubmitEvent) =>
  submitter?.getAttribute('name') === '__intent__';

let last: SentForm | null = null;

/** Records which form is being submitted, because the request does not say. */
export function noteSentForms(): void {
  window.addEventListener(
    'submit',
    (event) => {
      if (isCheck(event)) return;
      last = { form: event.target as HTMLFormElement, submitter: event.submitter };
    },
    { capture: true },
  );
}

/**
 * Returns the form that was just submitted to a path; null if a script sent the request. A second call returns null.
 */
export function takeSentForm(pathname: string): SentForm | null {
  const sent = last;
  last = null;
  if (!sent) return null;
  const action = sent.form.getAttribute('action') ?? '';
  return new URL(action, window.location.href).pathname === pathname ? sent : null;
}

/**
 * Submits a form again, with its current values and with the button that submitted it before.
 *
 * @returns whether the form is still on the page
 */
export function sendForm({ form, submitter }: SentForm): boolean {
  if (!form.isConnected) return false;
  const present = submitter instanceof HTMLButtonElement && submitter.form === form;
  form.requestSubmit(present ? submitter : null);
  return true;
}
