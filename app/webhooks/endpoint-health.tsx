import { Timestamp } from '#app/components/timestamp.tsx';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import type { EndpointOutput } from '#domain/webhooks/endpoint-contract.browser.ts';

type Health = Pick<
  EndpointOutput,
  'enabled' | 'disabledReason' | 'disabledAt' | 'failures' | 'failingSince' | 'failure'
>;

/** Whether an endpoint works, as a stamp. */
export function HealthStamp({ endpoint }: { endpoint: Health }) {
  const [text, colour] = stampOf(endpoint);
  return <span className={`stamp shrink-0 ${colour}`}>{text}</span>;
}

function stampOf({ enabled, disabledReason, failures }: Health): [string, string] {
  if (!enabled) return disabledReason ? ['Turned off', 'text-bad'] : ['Off', 'text-faint'];
  return failures > 0 ? ['Failing', 'text-bad'] : ['On', 'text-good'];
}

const reasons: Record<NonNullable<EndpointOutput['disabledReason']>, string> = {
  gone: 'We turned it off because its server answered 410 Gone, which means that it accepts no more events.',
  failing: 'We turned it off because every attempt of five days failed.',
  account_recovered:
    'We turned it off when the account was recovered: another person may have set this address. Turn it on only if it is yours.',
};

/** Since when an endpoint fails and why, or why it is off; nothing for one that works. */
export function HealthText({ endpoint }: { endpoint: Health }) {
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
          <Timestamp at={new Date(failingSince)} />. {failure}
        </p>
      ) : null}
    </div>
  );
}
