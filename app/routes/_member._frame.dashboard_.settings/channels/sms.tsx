import { Form } from '@remix-run/react';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { IntentButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import type { ChannelView } from '#domain/messaging/notification-channels/connected-channels.ts';
import {
  codeForm,
  formIds,
  numberForm,
} from '#domain/messaging/notification-channels/forms.browser.ts';
import { ChannelState } from './channel.tsx';

/** The phone number for notifications: enter, confirm or remove it. */
export function Sms({ view }: { view: ChannelView | undefined }) {
  const number = useValidatedForm({ id: formIds.number, schema: numberForm });
  const code = useValidatedForm({ id: formIds.code, schema: codeForm });
  if (!view) {
    return (
      <ValidatedForm className="grid gap-3" fallback={fallbacks.sendCode} form={number.form}>
        <Field
          autoComplete="tel"
          field={number.fields.number}
          hint="An Indian mobile number. We send a code to it."
          label="Phone number"
        />
        <div>
          <IntentButton value="sms-number">Send code</IntentButton>
        </div>
      </ValidatedForm>
    );
  }
  if (view.state === 'waiting') {
    return (
      <>
        <ValidatedForm className="grid gap-3" fallback={fallbacks.confirmNumber} form={code.form}>
          <Field
            autoComplete="one-time-code"
            field={code.fields.code}
            hint={`The 6 digits that we sent to ${view.hint}. The code is valid for 5 minutes.`}
            label="Code"
          />
          <div>
            <IntentButton value="sms-code">Confirm number</IntentButton>
          </div>
        </ValidatedForm>
        <Form className="flex flex-wrap gap-2" method="post" preventScrollReset>
          <IntentButton value="sms-again">Send the code again</IntentButton>
          <IntentButton value="sms-remove">Use another number</IntentButton>
        </Form>
      </>
    );
  }
  return (
    <ChannelState view={view}>
      <IntentButton value="sms-remove">Remove number</IntentButton>
    </ChannelState>
  );
}
