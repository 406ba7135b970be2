import { Disclosure } from '#app/components/disclosure.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Select } from '#app/forms/field.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
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
    <div className="relative flex">
      <Disclosure
        keepOpen={reply !== undefined}
        summary={<summary className="button-primary list-none">Send a test event</summary>}
      >
        <div className="panel sm:right-0 sm:left-auto">
          <ValidatedForm
            className="grid gap-4"
            fallback={fallbacks.testWebhook}
            form={form}
            reply={reply}
          >
            <p className="text-sm">
              Its data are made up, and its <code className="font-mono text-xs">livemode</code> is
              false. It is signed and retried like any other.
            </p>
            <Select field={fields.type} label="Type of event" options={options} />
            <div>
              <SubmitButton busy="Sending..." intent="test">
                Send
              </SubmitButton>
            </div>
          </ValidatedForm>
        </div>
      </Disclosure>
    </div>
  );
}
