import { Form, useNavigation } from '@remix-run/react';
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { Panel, type PanelProps } from '#app/components/disclosure.tsx';
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

/** Fields of a form that are submitted and not shown. */
export const HiddenFields = ({ fields }: { fields: Record<string, string> }) =>
  Object.entries(fields).map(([name, value]) => (
    <input key={name} name={name} type="hidden" value={value} />
  ));

type ConfirmButtonProps = Omit<PanelProps, 'accessibleName'> & {
  /** The object of the action. The button's accessible name is `label` followed by `name`. */
  name: string;
  /** The hidden fields that the form submits, such as its `intent`. */
  fields: Record<string, string>;
  /** Error message for a failure without a known reason. */
  fallback: string;
  /** The label of the submit button. Default: `label`. */
  confirmLabel?: ReactNode;
  /** Whether the form leads to another page, which is then shown from its top. */
  leavesPage?: boolean;
  /** A text about the consequences. */
  children: ReactNode;
};

/** A button that submits a form without typed fields after a confirmation. */
export function ConfirmButton({
  name,
  fields,
  fallback,
  confirmLabel,
  leavesPage = false,
  children,
  ...panel
}: ConfirmButtonProps) {
  return (
    <Panel {...panel} accessibleName={`${panel.label} ${name}`}>
      <Form
        className="grid gap-4"
        data-fallback={fallback}
        method="post"
        preventScrollReset={!leavesPage}
      >
        <HiddenFields fields={fields} />
        <p className="text-sm [overflow-wrap:anywhere]">{children}</p>
        <div>
          <button className="button-quiet text-bad" type="submit">
            {confirmLabel ?? panel.label}
          </button>
        </div>
      </Form>
    </Panel>
  );
}

type DeleteButtonProps = Omit<
  ComponentProps<typeof ConfirmButton>,
  'label' | 'confirmLabel' | 'fields'
> & { fields?: Record<string, string> };

/** A button that deletes an object after a confirmation, with the `intent` “delete”. */
export const DeleteButton = ({ fields, ...button }: DeleteButtonProps) => (
  <ConfirmButton
    buttonClassName="button-quiet text-bad"
    {...button}
    confirmLabel="Delete permanently"
    fields={{ ...fields, intent: 'delete' }}
    label="Delete"
  />
);

type DeleteCardProps = Pick<DeleteButtonProps, 'name' | 'fallback'> & {
  title: string;
  /** The consequences of the deletion. */
  text: string;
  /** The question. */
  children: ReactNode;
};

/** A card at the end of a page, which deletes the object of the page. */
export function DeleteCard({ title, text, children, ...button }: DeleteCardProps) {
  return (
    <section
      aria-labelledby="delete-title"
      className="card flex flex-wrap items-center justify-between gap-3 px-5 py-4"
    >
      <div className="grid min-w-0 gap-1">
        <h2 className="text-sm font-medium" id="delete-title">
          {title}
        </h2>
        <p className="text-sm text-faint">{text}</p>
      </div>
      <DeleteButton {...button} above alignRight="@2xl" leavesPage>
        {children}
      </DeleteButton>
    </section>
  );
}
