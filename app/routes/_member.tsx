import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { requireSignedInUser } from '#app/session/session.server.ts';
import type { Member } from '#app/session/use-signed-in-user.ts';
import { getUser } from '#domain/billing/overview/get-user.server.ts';
import { signUpSettings } from '#domain/identity/accounts/settings.server.ts';

/** Whoever is not signed in is sent to the login, and comes back from there. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Member> {
  const { userId } = await requireSignedInUser(request);
  const user = await getUser(userId);
  return { user, cannotSend: signUpSettings.REQUIRE_CONFIRMED_EMAIL && !user.emailConfirmed };
}

/** The pages of who is signed in. */
export default function MemberLayout() {
  return <Outlet />;
}
