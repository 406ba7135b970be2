import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { Footer } from '#app/components/footer.tsx';
import { TopBar } from '#app/components/top-bar.tsx';
import { getSignedIn } from '#app/session/session.server.ts';
import { getUser } from '#domain/accounts/get-user.server.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await getSignedIn(request);
  return { name: signedIn ? (await getUser(signedIn.userId)).name : null };
}

/** The public pages' frame. */
export default function SiteLayout() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <div className="flex min-h-dvh flex-col">
      <div aria-hidden="true" className="airmail-edge" />
      <TopBar name={name} />
      <main className="mx-auto w-full max-w-5xl flex-1 px-6 py-12 sm:py-16">
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
