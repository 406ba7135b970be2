import { type FieldMetadata, getInputProps, getTextareaProps } from '@conform-to/react';
import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { apiSettings } from '#app/api/pipeline/authenticate.server.ts';
import { TitledCard } from '#app/components/sections.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/screen.server.ts';
import { confirmFirst, screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { FieldErrors } from '#app/forms/field.tsx';
import { useFormReply, useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import { hasSecondFactor } from '#domain/identity/factors/verify-code.ts';
import { leastTextDays, settingsForm } from '#domain/identity/settings/contract.browser.ts';
import { maxAddresses } from '#domain/identity/settings/normalize-network.browser.ts';
import { AllowList, getSettings } from '#domain/identity/settings/stored-settings.ts';
import { retentionSettings } from '#domain/messaging/months/settings.ts';
import { listChannels } from '#domain/messaging/notification-channels/connect-channels.ts';
import { formIds } from '#domain/messaging/notification-channels/forms.browser.ts';
import { maxPerDay } from '#domain/notifications/channels/contract.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { forms } from './act.server.ts';
import { Channel, Slack, Sms } from './channels/channel.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'settings' };
export const meta = screenMeta('settings');

/** Loads the settings, the installation's limits, and whether the user's address is in the list. */
export const loader = loadScreen(
  'settings',
  async ({ userId }, { context }) => {
    const [settings, channels, isProtected] = await Promise.all([
      getSettings(userId),
      listChannels(userId),
      hasSecondFactor(userId),
    ]);
    const { exactAddress: address } = toClientAddresses(context);
    return {
      settings,
      channels,
      isProtected,
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
  forms.showDraft,
);

export const action = actOnScreen('settings', forms.act, forms);

export default confirmFirst(Settings);

/** The settings of API calls and of notifications. */
function Settings() {
  const { settings, channels, isProtected, perSecond, retention, address, isListed } =
    useLoaderData<typeof loader>();
  const answered = useFormReply<{ formId?: string }>()?.formId;
  const toFormValue = (value: boolean) => (value ? 'on' : undefined);
  const { form, fields } = useValidatedForm({
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
    <div className="grid max-w-3xl gap-6 2xl:max-w-none">
      <ValidatedForm className="card-columns" fallback={fallbacks.settings} form={form}>
        <Group id="api" title="API">
          <Toggle field={fields.rateLimiting} label="Rate limiting">
            Each API key can make at most {formatCount(perSecond.usual)} calls per second, which
            keeps a runaway program in check. Off: at most {formatCount(perSecond.hard)} calls per
            second.
          </Toggle>
          <Toggle field={fields.errorLogging} label="Error logging">
            Failed API calls with your keys are recorded for 7 days under{' '}
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
            deleted for good, beginning a day after you shorten this time. Statistics and invoices
            stay.
          </Retention>
          <Retention field={fields.textRetentionDays} label="Days to keep texts" most={null}>
            {leastTextDays} or more; empty means as long as the messages. Older texts are deleted
            for good, beginning a day after you shorten this time; number, state and times of the
            messages stay.
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
              Get an SMS when you have used 80 % and 100 % of your monthly messages, and about other
              events, for example when a payment is received, your plan ends soon, your OTPs are
              throttled or your password is changed. You get at most {maxPerDay.sms} SMS per day;
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
              Get the notifications that are sent by SMS also in a Slack channel, or in any service
              that accepts Slack’s incoming webhooks.
            </Toggle>
          }
        >
          <Slack view={channels.slack} />
        </Channel>
        <Toggle field={fields.criticalAlerts} label="Critical alerts">
          Get the email about 100 % of your monthly messages even when Email is off.
        </Toggle>
      </Group>
      <section
        aria-labelledby="security-title"
        className="card flex flex-wrap items-center justify-between gap-4 px-5 py-4"
      >
        <div className="grid gap-1">
          <h2 className="text-sm font-medium" id="security-title">
            Second factors
          </h2>
          <p className="text-xs text-faint">
            {isProtected
              ? 'On. Signing in needs more than the password.'
              : 'Off. A thief who learns your password can sign in. An authenticator app prevents that.'}
          </p>
        </div>
        <Link className="button-quiet" to={paths.factors}>
          {isProtected ? 'Manage second factors' : 'Set up a second factor'}
        </Link>
      </section>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton busy="Saving..." form={form.id}>
          Save Settings
        </SubmitButton>
        <p className="text-xs text-faint">Changes take effect within a second.</p>
      </div>
      <p className="text-sm">
        <Link className="link" to={paths.auditTrail()}>
          Audit trail
        </Link>
        <span className="text-faint">: who changed what in your account, and who signed in</span>
      </p>
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

type ToggleProps = {
  field: FieldMetadata<'on' | undefined>;
  label: string;
  /** The effect of the setting. */
  children: ReactNode;
};

/** A checkbox that looks like a switch. */
function Toggle({ field, label, children }: ToggleProps) {
  const hintId = `${field.id}-hint`;
  const { key, ...input } = getInputProps(field, { type: 'checkbox', ariaDescribedBy: hintId });
  return (
    <div className="relative flex items-start justify-between gap-4 px-5 py-4">
      <div className="grid gap-1">
        {/* The click area of the label is the whole row. */}
        <label className="text-sm font-medium after:absolute after:inset-0" htmlFor={field.id}>
          {label}
        </label>
        <p className="text-xs text-faint" id={hintId}>
          {children}
        </p>
        <FieldErrors errors={field.errors} id={field.errorId} />
      </div>
      <input {...input} className="switch" key={key} />
    </div>
  );
}

type RetentionProps = {
  field: FieldMetadata<string | undefined>;
  label: string;
  /** The number of days that apply if the field is empty; null if no fixed number applies then. */
  most: number | null;
  /** The allowed values and their effect. */
  children: ReactNode;
};

/** A field for a retention in days. */
function Retention({ field, label, most, children }: RetentionProps) {
  const hintId = `${field.id}-hint`;
  const { key, ...input } = getInputProps(field, { type: 'text', ariaDescribedBy: hintId });
  return (
    <div className="grid gap-1.5 px-5 py-4">
      <label className="text-sm font-medium" htmlFor={field.id}>
        {label}
      </label>
      <input
        {...input}
        autoComplete="off"
        className="input w-32"
        inputMode="numeric"
        key={key}
        placeholder={most?.toString()}
      />
      <FieldErrors errors={field.errors} id={field.errorId} />
      <p className="text-xs text-faint" id={hintId}>
        {children}
      </p>
    </div>
  );
}

type AllowedAddressesProps = {
  field: FieldMetadata<string | undefined>;
  /** The user's current address; empty if unknown. */
  address: string;
  /** Whether the saved list contains this address. */
  isListed: boolean;
  /** Whether IP filtering is on. */
  isOn: boolean;
};

/** The addresses from which API keys work. */
function AllowedAddresses({ field, address, isListed, isOn }: AllowedAddressesProps) {
  const hintId = `${field.id}-hint`;
  const { key, ...input } = getTextareaProps(field, { ariaDescribedBy: hintId });
  return (
    <div className="grid gap-1.5 px-5 py-4">
      <label className="text-sm font-medium" htmlFor={field.id}>
        Allowed addresses
      </label>
      <textarea
        {...input}
        autoCapitalize="off"
        autoComplete="off"
        className="input min-h-28 font-mono text-xs"
        key={key}
        placeholder={'203.0.113.7\n198.51.100.0/24\n2001:db8::/32'}
        rows={5}
        spellCheck={false}
      />
      <FieldErrors errors={field.errors} id={field.errorId} />
      <p className="text-xs text-faint" id={hintId}>
        IPv4 or IPv6 addresses, or networks such as 198.51.100.0/24, separated by lines or commas.
        At most {maxAddresses}.
      </p>
      <CurrentAddress address={address} isListed={isListed} isOn={isOn} />
    </div>
  );
}

/** Shows the user's current address, and warns if the filter would lock the consoles out. */
function CurrentAddress({ address, isListed, isOn }: Omit<AllowedAddressesProps, 'field'>) {
  const shown = address ? <code className="font-mono break-all">{address}</code> : 'unknown';
  if (isListed) {
    return (
      <p className="text-xs text-faint">
        Your current address is {shown}, which is in the saved list.
      </p>
    );
  }
  return (
    <p className={`text-xs ${isOn ? 'text-bad' : 'text-faint'}`}>
      Your current address is {shown}, which is not in the saved list.{' '}
      {isOn
        ? 'The consoles call the API from this address, so their calls will be rejected. Add the address to use the consoles.'
        : 'If you turn IP filtering on, calls from the consoles will be rejected.'}
    </p>
  );
}
