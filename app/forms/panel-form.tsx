import type { ComponentProps } from 'react';
import { Panel, type PanelProps } from '#app/components/disclosure.tsx';
import { useOwnReply } from './use-validated-form.ts';
import { ValidatedForm } from './validated-form.tsx';

type PanelFormProps = PanelProps &
  Pick<
    ComponentProps<typeof ValidatedForm>,
    'form' | 'intent' | 'fallback' | 'encType' | 'children'
  >;

/**
 * A button that opens a panel with a form. After a submit, the panel stays open if the form has a reply.
 */
export function PanelForm({ form, intent, fallback, encType, children, ...panel }: PanelFormProps) {
  const reply = useOwnReply(form.id);
  return (
    <Panel {...panel} keepOpen={reply !== undefined}>
      <ValidatedForm
        className="grid gap-4"
        encType={encType}
        fallback={fallback}
        form={form}
        intent={intent}
      >
        {children}
      </ValidatedForm>
    </Panel>
  );
}
