import { useNavigation } from '@remix-run/react';
import { useWaiting } from '#app/connection/waiting.ts';

type SubmitButtonProps = {
  children: string;
  /** What it says while the form is under way. */
  busy?: string;
  /** Sent along as `intent`, where a page has several forms. */
  intent?: string;
  /** The form has a field of its own for `intent`. */
  intentIsField?: boolean;
  /** The id of its form, where it stands outside of it. */
  form?: string;
  /** Whether it cannot be sent as it is. */
  disabled?: boolean;
};

/** The button that sends a form; the one thing on a screen that is coral. */
export function SubmitButton({
  children,
  busy,
  intent,
  intentIsField = false,
  form,
  disabled = false,
}: SubmitButtonProps) {
  const { state, formData } = useNavigation();
  // A form that got no answer may be sent again; the page that follows on one is only waited for.
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
      // A second press would send the form again.
      onClick={(event) => (sending || disabled) && event.preventDefault()}
      type="submit"
      value={intentIsField ? undefined : intent}
    >
      {sending && busy ? busy : children}
    </button>
  );
}
