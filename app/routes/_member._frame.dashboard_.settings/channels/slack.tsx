import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { IntentButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import type { ChannelView } from '#domain/messaging/notification-channels/connected-channels.ts';
import { formIds, slackForm } from '#domain/messaging/notification-channels/forms.browser.ts';
import { ChannelState } from './channel.tsx';

/** The incoming webhook for notifications: connect, test or remove it. */
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
