import { Form } from '@remix-run/react';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import type { ChannelView } from '#domain/messaging/channel-setup/connected-channels.server.ts';
import { codeForm, formIds, numberForm } from '#domain/messaging/channel-setup/forms.ts';
import { ChannelState, Intent } from './channel.tsx';

/** The phone number for notifications: enter, confirm or remove it. */
export function Sms({ view }: { view: ChannelView | undefined }) {
  const number = useValidatedForm({ id: formIds.number, schema: numberForm });
  const code = useValidatedForm({ id: formIds.code, schema: codeForm });
  if (!view) {
    return (
      <ValidatedForm
        className="grid gap-3"
        fallback={fallbacks.sendCode}
        form={number.form}
        reply={number.reply}
      >
        <Field
          autoComplete="tel"
          field={number.fields.number}
          hint="An Indian mobile number. We send a code to it."
          label="Phone number"
        />
        <div>
          <Intent value="sms-number">Send code</Intent>
        </div>
      </ValidatedForm>
    );
  }
  if (view.state === 'waiting') {
    return (
      <>
        <ValidatedForm
          className="grid gap-3"
          fallback={fallbacks.confirmNumber}
          form={code.form}
          reply={code.reply}
        >
          <Field
            autoComplete="one-time-code"
            field={code.fields.code}
            hint={`The 6 digits that we sent to ${view.hint}. The code is valid for 5 minutes.`}
            label="Code"
          />
          <div>
            <Intent value="sms-code">Confirm number</Intent>
          </div>
        </ValidatedForm>
        <Form className="flex flex-wrap gap-2" method="post" preventScrollReset>
          <Intent value="sms-again">Send the code again</Intent>
          <Intent value="sms-remove">Use another number</Intent>
        </Form>
      </>
    );
  }
  return (
    <ChannelState view={view}>
      <Intent value="sms-remove">Remove number</Intent>
    </ChannelState>
  );
}
