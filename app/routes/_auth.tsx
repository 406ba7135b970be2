import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, Outlet } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { getSignedInUser } from '#app/session/session.server.ts';

/** Redirects signed-in users to the dashboard. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (await getSignedInUser(request)) throw redirect(paths.dashboard());
  return null;
}

/** The layout of the login and the registration. */
export default function AuthLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <div aria-hidden="true" className="airmail-edge" />
      <header className="mx-auto w-full max-w-6xl px-6 py-5">
        <Link className="font-serif text-lg leading-none" to={paths.home}>
          Dakiya
        </Link>
      </header>
      <main className="flex flex-1 flex-col items-center px-6 pt-6 pb-16 sm:pt-[8vh]">
        <Outlet />
      </main>
    </div>
  );
}
