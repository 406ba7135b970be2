import { useNavigation } from '@remix-run/react';
import { useWaiting } from '#app/connection/waiting.ts';

type SubmitButtonProps = {
  children: string;
  /** The label while the form is being submitted. */
  busy?: string;
  /** Submitted as `intent`, if a page has several forms. */
  intent?: string;
  /** The form has its own `intent` field. */
  intentIsField?: boolean;
  /** The id of its form, if the button is outside of it. */
  form?: string;
  /** Whether the form cannot be submitted. */
  disabled?: boolean;
};

/** The submit button of a form; the only coral element of a screen. */
export function SubmitButton({
  children,
  busy,
  intent,
  intentIsField = false,
  form,
  disabled = false,
}: SubmitButtonProps) {
  const { state, formData } = useNavigation();
  // A form without a response may be submitted again; loading the page that follows it does not count.
  const failed = useWaiting().some(({ isForm }) => isForm);
  const sending =
    !failed &&
    state !== 'idle' &&
    formData !== undefined &&
    (formData.get('intent') ?? undefined) === intent;
  return (
    <button
      aria-disabled={sending || disabled}
      className="button-primary"
      form={form}
      name={intent && !intentIsField ? 'intent' : undefined}
      // A second click would submit the form again.
      onClick={(event) => (sending || disabled) && event.preventDefault()}
      type="submit"
      value={intentIsField ? undefined : intent}
    >
      {sending && busy ? busy : children}
    </button>
  );
}
