import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { apiSettings } from '#app/api/settings.server.ts';
import { TitledCard } from '#app/components/titled-card.tsx';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { useFormReply } from '#app/forms/form-reply.ts';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/to-client-addresses.ts';
import { AllowList } from '#domain/identity/settings/allow-list.ts';
import { leastTextDays, settingsForm } from '#domain/identity/settings/contract.browser.ts';
import { getSettings } from '#domain/identity/settings/stored-settings.ts';
import { listChannels } from '#domain/messaging/channel-setup/connected-channels.ts';
import { formIds } from '#domain/messaging/channel-setup/forms.browser.ts';
import { retentionSettings } from '#domain/messaging/months/settings.ts';
import { maxPerDay } from '#domain/notifications/channels/contract.browser.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import { act, recentSignIn, showDraft } from './act.server.ts';
import { AllowedAddresses } from './allowed-addresses.tsx';
import { Channel } from './channels/channel.tsx';
import { Slack } from './channels/slack.tsx';
import { Sms } from './channels/sms.tsx';
import { Retention } from './retention.tsx';
import { Toggle } from './toggle.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'settings' };
export const meta = screenMeta('settings');

/** Loads the settings, the limits of this installation, and whether the user's address is in the list. */
export const loader = loadScreen(
  'settings',
  async ({ userId }, { context }) => {
    const [settings, channels] = await Promise.all([getSettings(userId), listChannels(userId)]);
    const { exactAddress: address } = toClientAddresses(context);
    return {
      settings,
      channels,
      address,
      isListed: new AllowList(settings.allowedAddresses).allows(address),
      retention: {
        least: retentionSettings.MESSAGE_RETENTION_MIN_DAYS,
        most: retentionSettings.MESSAGE_RETENTION_DAYS,
      },
      perSecond: {
        usual: apiSettings.RATE_LIMIT_PER_SECOND,
        hard: apiSettings.RATE_LIMIT_HARD_PER_SECOND,
      },
    };
  },
  showDraft,
);

export const action = actOnScreen(
  'settings',
  (signedIn, form, { context }) => act(signedIn, form, toClientAddresses(context).clientAddress),
  { recentSignIn, showDraft },
);

export default function SettingsScreen() {
  return (
    <ConfirmFirst>
      <Settings />
    </ConfirmFirst>
  );
}

/** The settings of API calls and of notifications. */
function Settings() {
  const { settings, channels, perSecond, retention, address, isListed } =
    useLoaderData<typeof loader>();
  const answered = useFormReply<{ formId?: string }>()?.formId;
  const toFormValue = (value: boolean) => (value ? 'on' : undefined);
  const { form, fields, reply } = useValidatedForm({
    id: 'settings',
    schema: settingsForm,
    defaultValue: {
      rateLimiting: toFormValue(settings.rateLimiting),
      errorLogging: toFormValue(settings.errorLogging),
      requestValidation: toFormValue(settings.requestValidation),
      ipFiltering: toFormValue(settings.ipFiltering),
      allowedAddresses: settings.allowedAddresses.join('\n'),
      email: toFormValue(settings.email),
      sms: toFormValue(settings.sms),
      slack: toFormValue(settings.slack),
      criticalAlerts: toFormValue(settings.criticalAlerts),
      messageRetentionDays: settings.messageRetentionDays?.toString(),
      textRetentionDays: settings.textRetentionDays?.toString(),
    },
  });
  return (
    <div className="grid max-w-3xl gap-6">
      <ValidatedForm className="grid gap-6" fallback={fallbacks.settings} form={form} reply={reply}>
        <Group id="api" title="API">
          <Toggle field={fields.rateLimiting} label="Rate limiting">
            Each API key can make at most {formatCount(perSecond.usual)} calls per second, which
            keeps a runaway program in check. Off: at most {formatCount(perSecond.hard)}.
          </Toggle>
          <Toggle field={fields.errorLogging} label="Error logging">
            Calls with your keys that fail are recorded for 7 days under{' '}
            <Link className="link relative z-10" to={paths.requestLog()}>
              Failed requests
            </Link>
            , without their bodies. Off: they are not recorded.
          </Toggle>
          <Toggle field={fields.requestValidation} label="Request validation">
            A call with an unknown field or query parameter is rejected, which helps you find typos.
            Off: unknown fields are ignored.
          </Toggle>
          <Toggle field={fields.ipFiltering} label="IP filtering">
            Your API keys work only from the addresses below. Off: they work from any address.
          </Toggle>
          <AllowedAddresses
            address={address}
            field={fields.allowedAddresses}
            isListed={isListed}
            isOn={settings.ipFiltering}
          />
        </Group>
        <Group id="message-log" title="Message log">
          <Retention
            field={fields.messageRetentionDays}
            label="Days to keep messages"
            most={retention.most}
          >
            {retention.least} to {retention.most}; empty means {retention.most}. Older messages are
            deleted for good, beginning a day after you shorten it. Statistics and invoices stay.
          </Retention>
          <Retention field={fields.textRetentionDays} label="Days to keep texts" most={null}>
            {leastTextDays} or more; empty means as long as the messages. Older texts are deleted
            for good, beginning a day after you shorten it; number, state and times of the messages
            stay.
          </Retention>
        </Group>
      </ValidatedForm>
      <Group id="notifications" title="Notifications">
        <Toggle field={fields.email} label="Email">
          Get an email when you have used 80 % and 100 % of your monthly messages.
        </Toggle>
        <Channel
          isOpen={channels.sms !== undefined || isOneOf(answered, [formIds.number, formIds.code])}
          toggle={
            <Toggle field={fields.sms} label="SMS">
              Get the same alerts by SMS, and also when a payment is received, your plan ends soon,
              your OTPs are throttled or your password is changed. At most {maxPerDay.sms} per day;
              they do not count towards your plan.
            </Toggle>
          }
        >
          <Sms view={channels.sms} />
        </Channel>
        <Channel
          isOpen={channels.slack !== undefined || isOneOf(answered, [formIds.slack])}
          toggle={
            <Toggle field={fields.slack} label="Slack">
              Get the same alerts in a Slack channel, or in any service that accepts Slack’s
              incoming webhooks.
            </Toggle>
          }
        >
          <Slack view={channels.slack} />
        </Channel>
        <Toggle field={fields.criticalAlerts} label="Critical alerts">
          Get the 100 % email even when Email is off.
        </Toggle>
      </Group>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton busy="Saving..." form={form.id}>
          Save Settings
        </SubmitButton>
        <p className="text-xs text-faint">Changes take effect within a second.</p>
      </div>
    </div>
  );
}

const isOneOf = (id: string | undefined, ids: string[]) => id !== undefined && ids.includes(id);

function Group({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <TitledCard heading="h2" id={id} title={title}>
      <div className="divide-y divide-line">{children}</div>
    </TitledCard>
  );
}
