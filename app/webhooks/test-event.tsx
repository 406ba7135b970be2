import type { Mode } from '#app/dashboard/mode/modes.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Select } from '#app/forms/field.tsx';
import { PanelForm } from '#app/forms/panel-form.tsx';
import { SubmitLine } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { allEventTypes } from '#domain/webhooks/contract.browser.ts';
import { testForm, testFormId } from './forms.ts';

const options = allEventTypes.map((type) => ({ value: type, label: type }));

type TestEventProps = {
  /** What happens to the event, in a sentence. */
  note: string;
  /** The mode of a page that is about no endpoint, which has one. */
  mode?: Mode;
};

/** Sends an event of any type with made-up data. */
export function TestEvent({ note, mode }: TestEventProps) {
  const { form, fields } = useValidatedForm({
    id: testFormId,
    schema: testForm,
    defaultValue: { type: 'ping' },
  });
  return (
    <PanelForm
      alignRight="sm"
      buttonClassName="button-primary"
      fallback={fallbacks.testWebhook}
      form={form}
      intent="test"
      label="Send a test event"
    >
      {mode ? <input name="mode" type="hidden" value={mode} /> : null}
      <p className="text-sm">
        Its data are made up, and its <code className="font-mono text-xs">livemode</code> is false.{' '}
        {note}
      </p>
      <Select field={fields.type} label="Type of event" options={options} />
      <SubmitLine busy="Sending...">Send</SubmitLine>
    </PanelForm>
  );
}
