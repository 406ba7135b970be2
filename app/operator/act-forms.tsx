import type { ReactNode } from 'react';
import { z } from 'zod';
import type { PanelProps } from '#app/components/disclosure.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { HiddenFields, SubmitLine } from '#app/forms/buttons.tsx';
import { Field, TextArea } from '#app/forms/field.tsx';
import { PanelForm, useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { reasonForm } from '#domain/messaging/support/contract.browser.ts';
import { operatorReason as reason } from '#domain/messaging/suspensions/contract.browser.ts';

const json = z
  .string({ error: 'Please enter the settings' })
  .trim()
  .min(1, 'Please enter the settings')
  .max(100_000, 'Please use at most 100,000 characters');

/** A carrier or route, as JSON in the form that `npm run carrier` reads. */
export const settingsForm = z.object({ json, reason });

/** Removes the route with this name. */
export const removeRouteForm = z.object({ route: z.string().min(1).max(64), reason });

/** A text of one segment that is sent over a carrier, without a charge and without a row in a log. */
export const testMessageForm = z.object({
  to: z.string({ error: 'Please enter a number' }).trim().min(1).max(20),
  sender: z.string({ error: 'Please enter a header' }).trim().min(1).max(11),
  text: z.string({ error: 'Please enter a text' }).min(1).max(160),
  templateId: z.string().trim().max(30).optional(),
});

const auditHint = 'The audit trail shows it.';

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

type SettingsCardProps = {
  title: string;
  text: string;
  intent: string;
  /** The settings to begin with, as JSON. */
  json: string;
  fallback: string;
};

/** A card with settings as JSON, and the reason of their change. */
export function SettingsCard({ title, text, intent, json, fallback }: SettingsCardProps) {
  const { form, fields } = useValidatedForm({
    ...{ id: intent, schema: settingsForm, defaultValue: { json } },
  });
  return (
    <TitledCard heading="h2" id={`${intent}-card`} text={text} title={title}>
      <div className="px-5 py-4">
        <ValidatedForm fallback={fallback} form={form} intent={intent}>
          <TextArea field={fields.json} label="Settings as JSON" mono />
          <Field field={fields.reason} hint={auditHint} label="Reason" />
          <SubmitLine>{title}</SubmitLine>
        </ValidatedForm>
      </div>
    </TitledCard>
  );
}
