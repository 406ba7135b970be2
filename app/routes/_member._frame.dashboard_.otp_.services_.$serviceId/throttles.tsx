import { Link } from '@remix-run/react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { paths } from '#app/paths.ts';
import { formatCount } from '#domain/shared/format-number.ts';
import type { ServiceView } from './load-service.server.ts';

type Throttle = ServiceView['throttles'][number];

type ThrottlesProps = { throttles: Throttle[]; rules: ServiceView['throttleRules'] };

/** What throttles the account's codes now, since when and until when. */
export function Throttles({ throttles, rules }: ThrottlesProps) {
  return (
    <section aria-labelledby="throttles-title" className="card min-w-0">
      <div className="grid gap-1 border-b border-line px-5 py-3">
        <h3 className="text-sm font-medium" id="throttles-title">
          Throttles
        </h3>
        <p className="text-xs text-faint">
          They are for an API key or the whole account, and hold for the codes of all services.
        </p>
      </div>
      {throttles.length > 0 ? (
        <ul className="divide-y divide-line">
          {throttles.map((throttle) => (
            <li className="grid gap-1 px-5 py-3 text-sm" key={throttle.id}>
              {throttle.pausedUntil === null ? (
                <Active rules={rules} throttle={throttle} />
              ) : (
                <Paused pausedUntil={throttle.pausedUntil} throttle={throttle} />
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="px-5 py-4 text-sm text-faint">
          {rules.isOn
            ? 'None. Codes are sent at the normal rate.'
            : 'Throttling is turned off on this installation.'}
        </p>
      )}
    </section>
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
