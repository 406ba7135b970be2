import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PrimaryLink } from '#app/components/links.tsx';
import { CardRow, CardTable, EmptyState } from '#app/components/lists.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { lifeText } from '#app/otp-services/forms.ts';
import { ServicePage } from '#app/otp-services/otp-page.tsx';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { codeTtlSeconds } from '#domain/messaging/otp/contract.ts';
import { maxServices } from '#domain/messaging/otp/services/contract.ts';
import { listServices } from '#domain/messaging/otp/services/manage-services.ts';
import { readHourlyCounts, sumHours } from '#domain/messaging/otp/services/read-hourly-counts.ts';
import { otpSettings } from '#domain/messaging/otp/settings.ts';
import { formatCount, formatShare } from '#domain/shared/format.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'OTPVerification' };
export const meta = () => noIndexMeta('OTP services');

export const loader = async ({ request }: LoaderFunctionArgs) =>
  loadServices(await requireSignedInUser(request));

/** The services with which an account sends codes. */
export default function ServicesScreen() {
  const { services, maxServices, installation } = useLoaderData<typeof loader>();
  const mayAdd = services.length < maxServices;
  const add = <PrimaryLink to={paths.newOtpService}>Add a service</PrimaryLink>;
  return (
    <ServicePage
      actions={services.length > 0 && mayAdd ? add : null}
      text="If a call names a service, the code is sent with the name, sender and text of this service."
      title="OTP services"
    >
      {services.length > 0 ? (
        <ServiceTable services={services} />
      ) : (
        <EmptyState
          text="Your codes have this installation’s text and sender. With a service, codes have your own text and sender."
          title="No services yet"
        >
          {add}
        </EmptyState>
      )}
      {mayAdd ? null : (
        <p className="text-sm text-faint">
          An account has at most {maxServices} services. Delete one to add another.
        </p>
      )}
      <Installation {...installation} />
    </ServicePage>
  );
}

/** The text of codes that are sent without a service. */
function Installation({ sender, text, ttlSeconds }: InstallationService) {
  return (
    <section aria-labelledby="installation-title" className="card grid gap-2 p-5 text-sm">
      <h3 className="font-medium" id="installation-title">
        Without a service
      </h3>
      <p className="text-faint">
        Calls without a service send this installation’s text from{' '}
        <code className="font-mono text-xs">{sender}</code>. The code is valid for{' '}
        {lifeText(ttlSeconds)}.
      </p>
      <p className="[overflow-wrap:anywhere]" dir="auto">
        {text}
      </p>
    </section>
  );
}

const columns = ['Service', 'Text', 'Header', 'Valid for', 'Test numbers', 'Verified, last 24 h'];

/** Column widths; the text takes the rest. */
const widths: Record<string, string> = {
  Service: 'w-44',
  Header: 'w-32',
  'Valid for': 'w-24',
  'Test numbers': 'w-28',
  'Verified, last 24 h': 'w-36',
};

/** All services: a table on wide screens, cards on narrow ones. */
const ServiceTable = ({ services }: { services: ListedService[] }) => (
  <CardTable caption="OTP services, the oldest first" columns={columns} widths={widths}>
    {services.map((service) => (
      <Row key={service.id} service={service} />
    ))}
  </CardTable>
);

function Row({ service }: { service: ListedService }) {
  const { id, name, text, sender, templateId, ttlSeconds, testNumbers, lastDay } = service;
  return (
    <CardRow className="relative grid gap-y-1 p-3 hover:border-control @4xl:hover:border-line @4xl:hover:bg-paper">
      <Cell className="truncate">
        {/* The click area of the link covers the whole row. */}
        <Link
          className="text-airmail underline-offset-4 after:absolute after:inset-0 hover:underline"
          to={paths.otpService(id)}
        >
          <bdi>{name}</bdi>
        </Link>
      </Cell>
      <Cell className="truncate">
        <bdi>{text}</bdi>
      </Cell>
      <Cell className="truncate font-mono text-xs">
        {sender ?? (
          <span className="font-sans text-faint">
            Default<Narrow> sender</Narrow>
          </span>
        )}
        {templateId === null ? null : (
          <span className="block truncate text-faint" title={`Template ${templateId}`}>
            {templateId}
          </span>
        )}
      </Cell>
      <Cell>
        <Narrow>Valid for </Narrow>
        {lifeText(ttlSeconds)}
      </Cell>
      <Cell>
        {testNumbers === 0 ? (
          <span className="text-faint">
            <span className="hidden @4xl:inline">None</span>
            <Narrow>No test numbers</Narrow>
          </span>
        ) : (
          <span className="stamp text-waiting">
            {testNumbers} test<Narrow> {testNumbers === 1 ? 'number' : 'numbers'}</Narrow>
          </span>
        )}
      </Cell>
      <Cell className="tabular-nums">
        {formatShare(lastDay.verified, lastDay.sent)}{' '}
        <span className="text-xs text-faint">
          {lastDay.sent === 0 ? 'none sent' : `of ${formatCount(lastDay.sent)}`}
          <Narrow>{lastDay.sent === 0 ? ' in 24 hours' : ' verified in 24 hours'}</Narrow>
        </span>
      </Cell>
    </CardRow>
  );
}

/** On narrow screens, the name of a column beside the value. */
const Narrow = ({ children }: { children: ReactNode }) => (
  <span className="@4xl:hidden">{children}</span>
);

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <td className={`block min-w-0 @4xl:table-cell @4xl:h-14 @4xl:px-3 ${className}`}>{children}</td>
  );
}

/** Loads an account's services, each with the codes of the last day, and the text of codes without a service. */
async function loadServices({ userId }: SignedInUser) {
  const services = await listServices(userId);
  const counts = await Promise.all(services.map(({ id }) => readHourlyCounts(id, 24)));
  return {
    services: services.map(
      ({ id, name, sender, templateId, text, ttlSeconds, testNumbers }, i) => ({
        ...{ id, name, sender, templateId, text, ttlSeconds },
        testNumbers: testNumbers.length,
        lastDay: sumHours(counts[i] ?? []),
      }),
    ),
    maxServices,
    installation: {
      sender: otpSettings.OTP_SENDER_ID,
      text: otpSettings.OTP_TEXT.replaceAll('{brand}', () => otpSettings.OTP_BRAND),
      ttlSeconds: codeTtlSeconds,
    },
  };
}

type ServicesView = Awaited<ReturnType<typeof loadServices>>;

type ListedService = ServicesView['services'][number];

type InstallationService = ServicesView['installation'];
