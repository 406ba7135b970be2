import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { requireSignedInUser } from '#app/session/session.server.ts';
import type { Member } from '#app/session/use-signed-in-user.ts';
import { getUser } from '#domain/billing/overview/get-user.ts';
import { signUpSettings } from '#domain/identity/accounts/settings.ts';

/** Redirects to the login without a session, and from there back. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Member> {
  const { userId } = await requireSignedInUser(request);
  const user = await getUser(userId);
  return { user, cannotSend: signUpSettings.REQUIRE_CONFIRMED_EMAIL && !user.emailConfirmed };
}

/** The layout of pages for signed-in users. */
export default function MemberLayout() {
  return <Outlet />;
}
