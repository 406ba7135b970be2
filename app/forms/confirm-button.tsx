import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Panel, type PanelProps } from '#app/components/panel.tsx';
import { HiddenFields } from './field.tsx';

type ConfirmButtonProps = Omit<PanelProps, 'accessibleName'> & {
  /** What it acts on: with `label`, the button's accessible name. */
  name: string;
  /** What the form submits. */
  fields: Record<string, string>;
  /** Error message for a failure without a known reason. */
  fallback: string;
  /** Of the button that submits; by default as `label`. */
  confirmLabel?: ReactNode;
  /** Another page is shown afterwards, from its top. */
  leavesPage?: boolean;
  /** What will happen. */
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
