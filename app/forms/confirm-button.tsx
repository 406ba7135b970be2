import { Form } from '@remix-run/react';
import type { ComponentProps, ReactNode } from 'react';
import { Panel, type PanelProps } from '#app/components/disclosure.tsx';
import { HiddenFields } from './field.tsx';

type ConfirmButtonProps = Omit<PanelProps, 'accessibleName'> & {
  /** The object of the action. The button's accessible name is `label` followed by `name`. */
  name: string;
  /** The hidden fields that the form submits, such as its `intent`. */
  fields: Record<string, string>;
  /** Error message for a failure without a known reason. */
  fallback: string;
  /** The label of the submit button. Default: `label`. */
  confirmLabel?: ReactNode;
  /** Whether another page is shown from its top afterwards. */
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
