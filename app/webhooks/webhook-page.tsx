import type { ReactNode } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';
import type { Mode } from '#app/dashboard/mode.tsx';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Select } from '#app/forms/field.tsx';
import { PanelForm, useValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { allEventTypes, fixedHeaders } from '#domain/webhooks/contract.browser.ts';
import type { EndpointOutput } from '#domain/webhooks/endpoint-contract.browser.ts';
import { testForm, testFormId } from './forms.ts';

export const backToEndpoints = { to: paths.dashboard('webhooks'), label: 'All endpoints' };

type Health = Pick<
  EndpointOutput,
  'enabled' | 'disabledReason' | 'disabledAt' | 'failures' | 'failingSince' | 'failure'
>;

/** A stamp that shows whether an endpoint works. */
export function HealthStamp({ endpoint }: { endpoint: Health }) {
  const [text, colour] = stampOf(endpoint);
  return <span className={`stamp shrink-0 ${colour}`}>{text}</span>;
}

function stampOf({ enabled, disabledReason, failures }: Health): [string, string] {
  if (!enabled) return disabledReason ? ['Turned off', 'text-bad'] : ['Off', 'text-faint'];
  return failures > 0 ? ['Failing', 'text-bad'] : ['On', 'text-good'];
}

const reasons: Record<NonNullable<EndpointOutput['disabledReason']>, string> = {
  gone: 'We turned this endpoint off because its server answered 410 Gone. This means that the server wants no more events.',
  failing: 'We turned this endpoint off because every attempt within five days failed.',
  account_recovered:
    'We turned this endpoint off when the account was recovered, because another person may have set this address. Turn the endpoint on only if the address is yours.',
};

/**
 * Says why and since when an endpoint has been failing, or why it is off. Renders nothing for a working
 * endpoint.
 *
 * @param isShort whether to leave out what to do, because the endpoint's page says it
 */
export function HealthText({ endpoint, isShort }: { endpoint: Health; isShort?: boolean }) {
  const { enabled, disabledReason, disabledAt, failures, failingSince, failure } = endpoint;
  const fails = failingSince !== null && failures > 0;
  if (!disabledReason && !(enabled && fails)) return null;
  return (
    <div className="grid gap-0.5 text-xs [overflow-wrap:anywhere]">
      {disabledReason ? (
        <p className="text-bad">
          {reasons[disabledReason]}
          {disabledAt ? (
            <>
              {' '}
              <Timestamp at={new Date(disabledAt)} />
            </>
          ) : null}
        </p>
      ) : null}
      {fails ? (
        <p className="text-faint">
          {formatCount(failures)} {failures === 1 ? 'failure' : 'failures'} in a row since{' '}
          <Timestamp at={new Date(failingSince)} />. {failure}{' '}
          {enabled && !isShort
            ? 'Fix the server or change the address. Waiting events are tried again.'
            : ''}
        </p>
      ) : null}
    </div>
  );
}

type PartProps = { label: string; isOpen?: boolean; children: ReactNode };

/** A collapsible part of a request or response. */
export function Part({ label, isOpen = false, children }: PartProps) {
  return (
    <details className="min-w-0" open={isOpen}>
      <summary className="cursor-pointer py-1 text-xs text-faint">{label}</summary>
      <div className="grid min-w-0 gap-1 pt-1">{children}</div>
    </details>
  );
}

/** Shows text exactly as received. The text wraps and keeps its own direction. */
export const Plain = ({ children }: { children: string }) => (
  <pre
    className="min-w-0 rounded-md border border-line bg-paper p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
    dir="auto"
  >
    {children}
  </pre>
);

/** The headers of an event's request, without the signature, which is not stored. */
export function RequestHeaders({ id, at }: { id: string; at: string }) {
  const headers = [
    ...Object.entries(fixedHeaders),
    ['webhook-id', id],
    ['webhook-timestamp', secondsOf(at)],
    ['webhook-signature', 'v1,…'],
  ];
  return <Plain>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</Plain>;
}

/** Seconds since 1970, as in Standard Webhooks. */
const secondsOf = (at: string) => String(Math.floor(Date.parse(at) / 1_000));

type ChoiceProps = {
  name: string;
  label: string;
  /** Label of the empty choice. */
  all: string;
  options: readonly string[];
  value: string | undefined;
};

/** A select element that filters events. */
export function Choice({ name, label, all, options, value }: ChoiceProps) {
  const id = `filter-${name}`;
  return (
    <div className="grid min-w-0 flex-1 basis-36 gap-1 sm:max-w-52">
      <label className="text-xs text-faint" htmlFor={id}>
        {label}
      </label>
      <select className="input" defaultValue={value ?? ''} id={id} name={name}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </div>
  );
}

const options = allEventTypes.map((type) => ({ value: type, label: type }));

type TestEventProps = {
  /** A sentence about the delivery of the event. */
  note: string;
  /** The mode, for pages without an endpoint. */
  mode?: Mode;
  /** Whether this form is the main action of the page. */
  isMain?: boolean;
};

/** Sends an event of any type with made-up data. */
export function TestEvent({ note, mode, isMain = true }: TestEventProps) {
  const { form, fields } = useValidatedForm({
    id: testFormId,
    schema: testForm,
    defaultValue: { type: 'ping' },
  });
  return (
    <PanelForm
      alignRight="sm"
      buttonClassName={isMain ? 'button-primary' : 'button-quiet min-h-10'}
      fallback={fallbacks.testWebhook}
      form={form}
      intent="test"
      label="Send a test event"
    >
      {mode ? <input name="mode" type="hidden" value={mode} /> : null}
      <p className="text-sm">
        The data of a test event are made up, and its{' '}
        <code className="font-mono text-xs">livemode</code> is false. {note}
      </p>
      <Select field={fields.type} label="Type of event" options={options} />
      <SubmitLine busy="Sending...">Send</SubmitLine>
    </PanelForm>
  );
}
