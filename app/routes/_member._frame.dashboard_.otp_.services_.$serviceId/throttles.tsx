import { Link } from '@remix-run/react';
import { CardList } from '#app/components/card-list.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { paths } from '#app/paths.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import type { ServiceView } from './load-service.server.ts';

type Throttle = ServiceView['throttles'][number];

type ThrottlesProps = { throttles: Throttle[]; rules: ServiceView['throttleRules'] };

/** What throttles the account's codes now, since when and until when. */
export function Throttles({ throttles, rules }: ThrottlesProps) {
  return (
    <TitledCard
      heading="h3"
      id="throttles"
      text="They are for an API key or the whole account, and hold for the codes of all services."
      title="Throttles"
    >
      <CardList
        empty={
          rules.isOn
            ? 'None. Codes are sent at the normal rate.'
            : 'Throttling is turned off on this installation.'
        }
      >
        {throttles.map((throttle) => (
          <li className="grid gap-1 px-5 py-3 text-sm" key={throttle.id}>
            {throttle.pausedUntil === null ? (
              <Active rules={rules} throttle={throttle} />
            ) : (
              <Paused pausedUntil={throttle.pausedUntil} throttle={throttle} />
            )}
          </li>
        ))}
      </CardList>
    </TitledCard>
  );
}

const Whose = ({ keyId, keyName }: Throttle) =>
  keyId === null ? 'Your account' : <bdi title={keyId}>{keyName}</bdi>;

function Active({ throttle, rules }: { throttle: Throttle; rules: ServiceView['throttleRules'] }) {
  const { startedAt, sent, verified, minVerifiedPercent } = throttle;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium [overflow-wrap:anywhere]">
        <span className="stamp text-bad">throttled</span>
        <Whose {...throttle} />
      </p>
      <p>
        Since <Timestamp at={startedAt} />: of {formatCount(sent)} codes in an hour{' '}
        {formatCount(verified)} were verified. At most {formatCount(rules.perMinute)} a minute are
        sent.
      </p>
      <p className="text-faint">
        Until {minVerifiedPercent}% of at least {rules.recoverySampleSize} newer codes are verified,
        or fewer than {formatCount(rules.minCodes)} are sent within an hour.{' '}
        <Link className="link" to={paths.dashboard('OTPVerification')}>
          Lift it in the console
        </Link>
      </p>
    </>
  );
}

function Paused({ throttle, pausedUntil }: { throttle: Throttle; pausedUntil: Date }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium [overflow-wrap:anywhere]">
        <span className="stamp text-faint">lifted</span>
        <Whose {...throttle} />
      </p>
      <p className="text-faint">
        You lifted it. None starts again before <Timestamp at={pausedUntil} />.
      </p>
    </>
  );
}
