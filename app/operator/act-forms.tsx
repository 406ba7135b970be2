import type { ReactNode } from 'react';
import { z } from 'zod';
import type { PanelProps } from '#app/components/disclosure.tsx';
import { HiddenFields, SubmitLine } from '#app/forms/buttons.tsx';
import { Field } from '#app/forms/field.tsx';
import { PanelForm, useValidatedForm } from '#app/forms/validated-form.tsx';
import { reasonForm } from '#domain/messaging/support/contract.browser.ts';
import { operatorReason as reason } from '#domain/messaging/suspensions/contract.browser.ts';

/** The form that removes the route with this name. */
export const removeRouteForm = z.object({ route: z.string().min(1).max(64), reason });

/**
 * The form that sends a text of one segment over a carrier. No account pays for the text, and it appears in no message
 * log.
 */
export const testMessageForm = z.object({
  to: z.string({ error: 'Please enter a number' }).trim().min(1).max(20),
  sender: z.string({ error: 'Please enter a header' }).trim().min(1).max(11),
  text: z.string({ error: 'Please enter a text' }).min(1).max(160),
  templateId: z.string().trim().max(30).optional(),
});

export const auditHint = 'The audit trail shows the reason.';

type ReasonPanelProps = Pick<PanelProps, 'label' | 'alignRight' | 'inRow'> & {
  /** The object of the action; the button's accessible name is `label` followed by this object. */
  name?: string;
  intent: string;
  /** The id of the form, unique on the page. By default the intent. */
  id?: string;
  /** Hidden fields of the form. */
  fields?: Record<string, string>;
  fallback: string;
  /** Who sees the reason. */
  hint?: string;
  danger?: boolean;
  /** What will happen. */
  children: ReactNode;
};

/** A button that opens a panel, which says what will happen and asks for the reason. */
export function ReasonPanel(props: ReasonPanelProps) {
  const { name, intent, id = intent, fields = {}, hint, danger, children, ...panel } = props;
  const { form, fields: typed } = useValidatedForm({ id, schema: reasonForm });
  return (
    <PanelForm
      {...panel}
      {...(name !== undefined && { accessibleName: `${panel.label} ${name}` })}
      {...(danger && { buttonClassName: 'button-quiet text-bad' })}
      form={form}
      intent={intent}
    >
      <HiddenFields fields={fields} />
      <p className="text-sm [overflow-wrap:anywhere]">{children}</p>
      <Field field={typed.reason} hint={hint ?? auditHint} label="Reason" />
      <SubmitLine>{panel.label}</SubmitLine>
    </PanelForm>
  );
}
