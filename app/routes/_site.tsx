import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { ConsentBanner } from '#app/analytics/consent.tsx';
import { getSignedInUser } from '#app/session/session.server.ts';
import type { Visitor } from '#app/session/use-signed-in-user.ts';
import { Footer } from '#app/site/footer.tsx';
import { TopBar } from '#app/site/top-bar.tsx';
import { getUser } from '#domain/billing/overview/get-user.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await getSignedInUser(request);
  if (!signedIn) return { visitor: null as Visitor };
  const { name, image } = await getUser(signedIn.userId);
  return { visitor: { name, image } as Visitor };
}

/** The layout of public pages. */
export default function SiteLayout() {
  const { visitor } = useLoaderData<typeof loader>();
  return (
    <div className="flex min-h-dvh flex-col">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <div aria-hidden="true" className="airmail-edge" />
      <TopBar visitor={visitor} />
      <main
        className="mx-auto w-full max-w-6xl flex-1 px-6 py-12 sm:py-16"
        id="content"
        tabIndex={-1}
      >
        <Outlet />
      </main>
      <Footer />
      <ConsentBanner />
    </div>
  );
}
