import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { IntentButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import type { ChannelView } from '#domain/messaging/notification-channels/connect-channels.ts';
import {
  codeForm,
  formIds,
  numberForm,
  slackForm,
} from '#domain/messaging/notification-channels/forms.browser.ts';

type ChannelProps = {
  /** The switch of the channel. */
  toggle: ReactNode;
  /** Whether the content is shown while the switch is off. */
  isOpen: boolean;
  children: ReactNode;
};

/** A switch with the forms of a channel. The forms appear when the switch is turned on. */
export function Channel({ toggle, isOpen, children }: ChannelProps) {
  const visibility = isOpen ? 'grid' : 'hidden group-has-[.switch:checked]/channel:grid';
  return (
    <div className="group/channel">
      {toggle}
      <div className={`${visibility} gap-3 px-5 pb-4`}>{children}</div>
    </div>
  );
}

/** The address of a channel, and whether notifications arrive there. */
export function ChannelState({ view, children }: { view: ChannelView; children: ReactNode }) {
  const { hint, state, failing, pausedUntil } = view;
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="font-mono text-xs break-all">{hint}</code>
        {state === 'refused' ? (
          <span className="stamp text-bad">Turned off</span>
        ) : failing ? (
          <span className="stamp text-bad">Failing</span>
        ) : (
          <span className="stamp text-good">Connected</span>
        )}
      </p>
      {failing ? (
        <p className="text-xs text-bad">
          {state === 'refused' ? (
            'The address rejected messages permanently.'
          ) : (
            <FailingSince at={failing.since} />
          )}{' '}
          {failing.reason}
        </p>
      ) : null}
      {pausedUntil ? (
        <p className="text-xs">
          Paused until <Timestamp at={pausedUntil} />, because the server repeatedly did not respond
          in time. Waiting notifications are sent when the pause ends; a successful test ends the
          pause for new notifications.
        </p>
      ) : null}
      <Form className="flex flex-wrap gap-2" method="post" preventScrollReset>
        {children}
      </Form>
    </div>
  );
}

function FailingSince({ at }: { at: Date }) {
  return (
    <>
      Failing since <Timestamp at={at} />.
    </>
  );
}

/** The forms that connect, test or remove the incoming webhook for notifications. */
export function Slack({ view }: { view: ChannelView | undefined }) {
  const { form, fields } = useValidatedForm({ id: formIds.slack, schema: slackForm });
  if (view?.state === 'ready') {
    return (
      <ChannelState view={view}>
        <IntentButton value="slack-test">Send a test</IntentButton>
        <IntentButton value="slack-remove">Remove address</IntentButton>
      </ChannelState>
    );
  }
  return (
    <>
      {view ? (
        <ChannelState view={view}>
          <IntentButton value="slack-remove">Remove address</IntentButton>
        </ChannelState>
      ) : null}
      <ValidatedForm className="grid gap-3" fallback={fallbacks.connectSlack} form={form}>
        <Field
          field={fields.address}
          hint="https://hooks.slack.com/services/… or a compatible webhook, such as Mattermost’s. We post a first message there."
          label="Incoming webhook address"
        />
        <div>
          <IntentButton value="slack-connect">Connect</IntentButton>
        </div>
      </ValidatedForm>
    </>
  );
}

/** The forms that enter, confirm or remove the phone number for notifications. */
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
