import { fallbacks } from '#app/forms/fallbacks.ts';
import { Select } from '#app/forms/field.tsx';
import { PanelForm } from '#app/forms/panel-form.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { testForm, testFormId } from '#app/webhooks/forms.ts';
import { allEventTypes } from '#domain/notifications/webhooks/event-types.ts';

const options = allEventTypes.map((type) => ({ value: type, label: type }));

/** Sends an event of any type with made-up data. */
export function TestEvent() {
  const { form, fields, reply } = useValidatedForm({
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
      reply={reply}
    >
      <p className="text-sm">
        Its data are made up, and its <code className="font-mono text-xs">livemode</code> is false.
        It is signed and retried like any other.
      </p>
      <Select field={fields.type} label="Type of event" options={options} />
      <div>
        <SubmitButton busy="Sending...">Send</SubmitButton>
      </div>
    </PanelForm>
  );
}
