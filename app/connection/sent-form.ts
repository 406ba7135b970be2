/** A form that was sent, and the button that sent it. */
export type SentForm = { form: HTMLFormElement; submitter: HTMLElement | null };

/** Conform checks a field by submitting the form with an intent, which goes nowhere. */
export const isCheck = ({ submitter }: SubmitEvent) =>
  submitter?.getAttribute('name') === '__intent__';

let last: SentForm | null = null;

/** Notes which form is sent: the request that comes of it does not say. */
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

/** The form that was sent to a path just now, given out once; null if a script sent the request. */
export function takeSentForm(pathname: string): SentForm | null {
  const taken = last;
  last = null;
  if (!taken) return null;
  const action = taken.form.getAttribute('action') ?? '';
  return new URL(action, window.location.href).pathname === pathname ? taken : null;
}

/** Sends a form as its button does, with what it holds now. @returns whether it is still on the page */
export function sendForm({ form, submitter }: SentForm): boolean {
  if (!form.isConnected) return false;
  const present = submitter instanceof HTMLButtonElement && submitter.form === form;
  form.requestSubmit(present ? submitter : null);
  return true;
}
