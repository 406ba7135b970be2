import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { EmptyState } from '#app/components/empty-state.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { lifeText } from '#app/otp-services/life-text.ts';
import { ServicePage } from '#app/otp-services/otp-page.tsx';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { type InstallationService, loadServices } from './load-services.server.ts';
import { ServiceTable } from './service-table.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'OTPVerification' };
export const meta = () => noIndexMeta('OTP services');

export const loader = async ({ request }: LoaderFunctionArgs) =>
  loadServices(await requireSignedInUser(request));

/** The services under which an account sends codes. */
export default function ServicesScreen() {
  const { services, maxServices, installation } = useLoaderData<typeof loader>();
  const mayAdd = services.length < maxServices;
  const add = (
    <Link className="button-primary" to={paths.newOtpService}>
      Add a service
    </Link>
  );
  return (
    <ServicePage
      actions={services.length > 0 && mayAdd ? add : null}
      text="A service sends codes under your own name, header and text, to calls that name it."
      title="OTP services"
    >
      {services.length > 0 ? (
        <ServiceTable services={services} />
      ) : (
        <EmptyState
          text="Your codes have this installation’s text and header. With a service they have yours."
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

/** What a call that names no service sends. */
function Installation({ sender, text, ttlSeconds }: InstallationService) {
  return (
    <section aria-labelledby="installation-title" className="card grid gap-2 p-5 text-sm">
      <h3 className="font-medium" id="installation-title">
        Without a service
      </h3>
      <p className="text-faint">
        Calls that name none send this installation’s text from{' '}
        <code className="font-mono text-xs">{sender}</code>, valid for {lifeText(ttlSeconds)}.
      </p>
      <p className="[overflow-wrap:anywhere]" dir="auto">
        {text}
      </p>
    </section>
  );
}
