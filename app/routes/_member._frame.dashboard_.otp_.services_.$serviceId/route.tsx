import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { ServicePage } from '#app/otp-services/otp-page.tsx';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { CarrierTable } from './carrier-table.tsx';
import { FailureTable } from './failure-table.tsx';
import { HourChart } from './hour-chart.tsx';
import { loadService } from './load-service.server.ts';
import { ObjectionList } from './objection-list.tsx';
import { Throttles } from './throttles.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'OTPVerification' };
export const meta = () => noIndexMeta('OTP service');

export const loader = async (args: LoaderFunctionArgs) =>
  loadService(await requireSignedInUser(args.request), args);

/** How the codes of a service do: verified by hour and by carrier, throttles, and the last that were not verified. */
export default function ServiceScreen() {
  const { service, objections, isWeek, hours, total, recent, throttles, throttleRules } =
    useLoaderData<typeof loader>();
  const { id, name, resend, testNumbers } = service;
  return (
    <ServicePage
      actions={
        <>
          <Link className="button-primary" to={paths.tryOtpService(id)}>
            Try it
          </Link>
          <Link className="button-quiet" to={paths.editOtpService(id)}>
            Change
          </Link>
        </>
      }
      title={name}
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
      <HourChart hours={hours} isWeek={isWeek} resend={resend} serviceId={id} total={total} />
      <div className="grid min-w-0 gap-5 @4xl:grid-cols-2 @4xl:items-start">
        <CarrierTable recent={recent} />
        <Throttles rules={throttleRules} throttles={throttles} />
      </div>
      <FailureTable recent={recent} />
    </ServicePage>
  );
}
