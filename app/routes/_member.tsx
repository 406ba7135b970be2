import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { requireSignedIn } from '#app/session/session.server.ts';
import { getUser } from '#domain/accounts/get-user.server.ts';

/** Whoever is not signed in is sent to the login, and comes back from there. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedIn(request);
  return { user: await getUser(userId) };
}

/** The pages of who is signed in. */
export default function MemberLayout() {
  return <Outlet />;
}
