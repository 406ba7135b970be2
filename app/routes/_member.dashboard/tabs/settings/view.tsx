import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CheckedForm } from '#app/forms/checked-form.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useCheckedForm } from '#app/forms/use-checked-form.ts';
import { paths } from '#app/paths.ts';
import { settingsForm } from '#domain/settings/contract.ts';
import { Addresses } from './addresses.tsx';
import type { load } from './load.server.ts';
import { NotConnected, Toggle } from './toggle.tsx';

/** What the user chooses about calls and about mails. */
export function View({ data }: { data: Awaited<ReturnType<typeof load>> }) {
  const { settings, perSecond, address, isListed } = data;
  const on = (value: boolean) => (value ? 'on' : undefined);
  const { form, fields, reply } = useCheckedForm({
    id: 'settings',
    schema: settingsForm,
    defaultValue: {
      rateLimiting: on(settings.rateLimiting),
      errorLogging: on(settings.errorLogging),
      requestValidation: on(settings.requestValidation),
      ipFiltering: on(settings.ipFiltering),
      allowedAddresses: settings.allowedAddresses.join('\n'),
      email: on(settings.email),
      criticalAlerts: on(settings.criticalAlerts),
    },
  });
  return (
    <CheckedForm
      className="grid max-w-3xl gap-6"
      fallback={fallbacks.settings}
      form={form}
      reply={reply}
    >
      <Group id="api" title="API">
        <Toggle field={fields.rateLimiting} label="Rate limiting">
          Each API key makes at most {shown(perSecond.usual)} calls a second, which keeps a runaway
          program in check. Off: at most {shown(perSecond.hard)}.
        </Toggle>
        <Toggle field={fields.errorLogging} label="Error logging">
          Refused calls of your keys are kept for 7 days under{' '}
          <Link className="link relative z-10" to={paths.refusedRequests()}>
            Refused requests
          </Link>
          , without their bodies. Off: none are kept from then on.
        </Toggle>
        <Toggle field={fields.requestValidation} label="Request validation">
          A call with a field or a query parameter that the endpoint does not know is refused, which
          finds typing errors. Off: such fields are ignored.
        </Toggle>
        <Toggle field={fields.ipFiltering} label="IP filtering">
          Your API keys work from the allowed addresses below and from nowhere else. Off: from
          everywhere.
        </Toggle>
        <Addresses
          address={address}
          field={fields.allowedAddresses}
          isListed={isListed}
          isOn={settings.ipFiltering}
        />
      </Group>
      <Group id="notifications" title="Notifications">
        <Toggle field={fields.email} label="Email">
          A mail when 80 % of the month’s messages are used, and one at 100 %.
        </Toggle>
        <NotConnected label="SMS">
          No sender for notifications is connected to Dakiya yet, so nothing is sent by SMS.
        </NotConnected>
        <NotConnected label="Slack">
          No Slack workspace can be connected to Dakiya yet, so nothing is sent there.
        </NotConnected>
        <Toggle field={fields.criticalAlerts} label="Critical alerts">
          The mail at 100 %, also while Email is off.
        </Toggle>
      </Group>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton busy="Saving...">Save Settings</SubmitButton>
        <p className="text-xs text-faint">A change is felt everywhere within a second.</p>
      </div>
    </CheckedForm>
  );
}

const shown = (count: number) => count.toLocaleString('en-IN');

function Group({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${id}-title`} className="card">
      <h2 className="border-b border-line px-5 py-3 text-sm font-medium" id={`${id}-title`}>
        {title}
      </h2>
      <div className="divide-y divide-line">{children}</div>
    </section>
  );
}
