import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PrimaryLink, QuietLink, TextLink } from '#app/components/links.tsx';
import { CardList, CardRow, CardTable } from '#app/components/lists.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { VerdictLink } from '#app/messages/log-parts.tsx';
import { verdictOf } from '#app/messages/reason-text.ts';
import { failureText } from '#app/otp-services/failure-text.ts';
import { ServicePage } from '#app/otp-services/otp-page.tsx';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { dltErrorCodes } from '#domain/shared/dlt-error-texts.browser.ts';
import { formatCount, formatShare } from '#domain/shared/format.browser.ts';
import { HourChart } from './hour-chart.tsx';
import { loadService, type ServiceView } from './load-service.server.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow('OTPVerification', ({ service }: ServiceView) => service.name);
export const meta = pageBelowMeta(handle, 'OTP service');

export const loader = async (args: LoaderFunctionArgs) =>
  loadService(await requireSignedInUser(args.request), args);

/**
 * The statistics of a service's codes: verified codes by hour and by carrier, throttles, and the last unverified
 * codes.
 */
export default function ServiceScreen() {
  const { service, objections, isWeek, hours, bars, total, recent, throttles, throttleRules } =
    useLoaderData<typeof loader>();
  const { id, resend, testNumbers } = service;
  return (
    <ServicePage
      actions={
        <>
          <PrimaryLink to={paths.tryOtpService(id)}>Try it</PrimaryLink>
          <QuietLink to={paths.editOtpService(id)}>Change</QuietLink>
        </>
      }
      title={null}
    >
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <code className="font-mono text-xs break-all">{id}</code>
        {testNumbers > 0 ? (
          <Link className="stamp text-waiting" to={paths.editOtpService(id)}>
            {testNumbers} test {testNumbers === 1 ? 'number' : 'numbers'}
          </Link>
        ) : null}
      </p>
      <ObjectionList {...objections} />
      <HourChart {...{ hours, bars, isWeek, resend, total }} serviceId={id} />
      <div className="grid min-w-0 gap-5 @4xl:grid-cols-2 @4xl:items-start">
        <CarrierTable recent={recent} />
        <Throttles rules={throttleRules} throttles={throttles} />
      </div>
      <FailureTable recent={recent} />
    </ServicePage>
  );
}

/** The DLT findings for codes that a service would send now. Renders nothing if there are none. */
function ObjectionList({ error, warnings }: ServiceView['objections']) {
  if (!error && warnings.length === 0) return null;
  return (
    <section aria-labelledby="objections-title" className="card grid gap-3 px-5 py-4">
      <h2 className="text-sm font-medium" id="objections-title">
        {error ? 'Codes of this service are refused at present' : 'What DLT may object to'}
      </h2>
      <ul className="grid gap-3">
        {error ? (
          <Objection code={error.code} isError>
            {error.message}
          </Objection>
        ) : null}
        {warnings.map((warning) => (
          <Objection code={warning.code} isError={false} key={JSON.stringify(warning)}>
            {warning.detail}
          </Objection>
        ))}
      </ul>
    </section>
  );
}

type ObjectionProps = { code: string; isError: boolean; children: ReactNode };

function Objection({ code, isError, children }: ObjectionProps) {
  const isDocumented = !isError || (dltErrorCodes as readonly string[]).includes(code);
  return (
    <li
      className={`grid gap-1 border-l-2 py-1 pl-3 text-sm [overflow-wrap:anywhere] ${isError ? 'border-bad' : 'border-waiting'}`}
    >
      <p>{children}</p>
      {isDocumented ? (
        <p>
          <VerdictLink code={code} />
        </p>
      ) : null}
    </li>
  );
}

const cell = 'py-1.5 pl-4 text-right font-mono text-xs tabular-nums';

/** The number of verified codes, by the carrier that accepted them. */
function CarrierTable({ recent }: Pick<ServiceView, 'recent'>) {
  const { carriers, count, isAll } = recent;
  return (
    <TitledCard
      heading="h2"
      id="carriers"
      text={
        <>
          {isAll ? 'All codes of this period' : `The newest ${formatCount(count)} codes`}, by the
          carrier that accepted their last message. A number does not show its operator, as people
          keep their number when they change operator.
        </>
      }
      title="By carrier"
    >
      {carriers.length > 0 ? (
        <div className="px-5 py-2">
          <table className="w-full text-sm">
            <caption className="sr-only">Verified codes by carrier</caption>
            <thead>
              <tr className="border-b border-line text-right text-xs text-faint">
                <th className="py-1.5 text-left font-normal" scope="col">
                  Carrier
                </th>
                {['Sent', 'Verified', 'Rate'].map((name) => (
                  <th className="py-1.5 pl-4 font-normal" key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {carriers.map(({ carrier, sent, verified }) => (
                <tr className="border-b border-line last:border-b-0" key={carrier ?? ''}>
                  <th className="py-1.5 text-left font-normal [overflow-wrap:anywhere]" scope="row">
                    {carrier ?? (
                      <span className="text-faint">No carrier has accepted the message</span>
                    )}
                  </th>
                  <td className={cell}>{formatCount(sent)}</td>
                  <td className={cell}>{formatCount(verified)}</td>
                  <td className={cell}>{formatShare(verified, sent)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className="px-5 py-4 text-sm text-faint">No codes were sent in this period.</p>
      )}
    </TitledCard>
  );
}

type Failure = ServiceView['recent']['failures'][number];

const columns = ['Sent', 'Number', 'What happened', 'Message'];

const failureCell = 'block px-4 py-1 @4xl:table-cell @4xl:px-3 @4xl:py-2 align-top';

/** The last unverified codes, with the reason if it is known. */
function FailureTable({ recent }: Pick<ServiceView, 'recent'>) {
  const { failures } = recent;
  return (
    <section aria-labelledby="failures-title" className="grid min-w-0 gap-3">
      <h2 className="text-sm font-medium" id="failures-title">
        Last failures
      </h2>
      {failures.length > 0 ? (
        <CardTable caption="Codes that were not verified, the newest first" columns={columns}>
          {failures.map((failure) => (
            <CardRow className="block py-2" key={failure.id}>
              <td className={`${failureCell} whitespace-nowrap`}>
                <Timestamp at={failure.createdAt} />
              </td>
              <td className={`${failureCell} font-mono text-xs whitespace-nowrap`}>
                {failure.recipient}
              </td>
              <td className={failureCell}>
                {failureText(failure)} <FailureVerdict failure={failure} />
              </td>
              <td className={`${failureCell} whitespace-nowrap`}>
                {failure.message ? (
                  <TextLink to={paths.message(failure.message.id)}>Open message</TextLink>
                ) : (
                  <span className="text-faint">Message no longer stored</span>
                )}
              </td>
            </CardRow>
          ))}
        </CardTable>
      ) : (
        <p className="card px-5 py-4 text-sm text-faint">
          No failures in this period: every code was verified or is still valid.
        </p>
      )}
    </section>
  );
}

function FailureVerdict({ failure: { message } }: { failure: Failure }) {
  const code = message?.reason && verdictOf(message.reason);
  return code ? <VerdictLink code={code} /> : null;
}

type Throttle = ServiceView['throttles'][number];

type ThrottlesProps = { throttles: Throttle[]; rules: ServiceView['throttleRules'] };

/** The active throttles of the account's codes, with start and end. */
function Throttles({ throttles, rules }: ThrottlesProps) {
  return (
    <TitledCard
      heading="h2"
      id="throttles"
      text="A throttle applies to one API key or to the whole account. It limits the codes of all services."
      title="Throttles"
    >
      <CardList
        empty={
          rules.isOn
            ? 'No throttle is active. Codes are sent at the normal rate.'
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
        Throttled since <Timestamp at={startedAt} />, because only {formatCount(verified)} of{' '}
        {formatCount(sent)} codes in an hour were verified. At most {formatCount(rules.perMinute)}{' '}
        codes a minute are sent.
      </p>
      <p className="text-faint">
        The throttle ends when {minVerifiedPercent}% of at least {rules.recoverySampleSize} newer
        codes are verified, or when fewer than {formatCount(rules.minCodes)} codes are sent within
        an hour. <TextLink to={paths.dashboard('OTPVerification')}>Lift it in the console</TextLink>
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
        You lifted the throttle. No new throttle starts before <Timestamp at={pausedUntil} />.
      </p>
    </>
  );
}
