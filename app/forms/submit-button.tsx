import { useNavigation } from '@remix-run/react';
import { createContext, useContext } from 'react';
import { useWaiting } from '#app/connection/waiting.ts';

/** The value of the `intent` field of the form around a button. */
export const FormIntent = createContext<string | undefined>(undefined);

type SubmitButtonProps = {
  children: string;
  /** The label while the form is being submitted. */
  busy?: string;
  /** Submitted as `intent`, if a page has several forms and this form has no field for it. */
  intent?: string;
  /** The id of the form, if the button is outside of the form. */
  form?: string;
  /** Whether the form cannot be submitted. */
  disabled?: boolean;
};

/** The submit button of a form; the only coral element of a screen. */
export function SubmitButton({
  children,
  busy,
  intent,
  form,
  disabled = false,
}: SubmitButtonProps) {
  const formIntent = useContext(FormIntent);
  const { state, formData } = useNavigation();
  // A form without a response can be submitted again. A processed form whose next page failed to load cannot.
  const failed = useWaiting().some(({ isForm }) => isForm);
  const sending =
    !failed &&
    state !== 'idle' &&
    formData !== undefined &&
    (formData.get('intent') ?? undefined) === (intent ?? formIntent);
  return (
    <button
      aria-disabled={sending || disabled}
      className="button-primary"
      form={form}
      name={intent ? 'intent' : undefined}
      // A second click would submit the form again.
      onClick={(event) => (sending || disabled) && event.preventDefault()}
      type="submit"
      value={intent}
    >
      {sending && busy ? busy : children}
    </button>
  );
}

/** The submit button on a separate line below the fields. */
export const SubmitLine = (button: SubmitButtonProps) => (
  <div>
    <SubmitButton {...button} />
  </div>
);

/**
 * Submits a form without fields.
 *
 * @param value the form's `intent`, which names the action
 */
export const IntentButton = ({ value, children }: { value: string; children: string }) => (
  <button className="button-quiet" name="intent" type="submit" value={value}>
    {children}
  </button>
);
