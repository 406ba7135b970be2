import { useRouteLoaderData } from '@remix-run/react';
import type { loader } from '#app/routes/_member.tsx';
import { invariant } from '#domain/shared/errors.ts';

/** The user, on pages of who is signed in. */
export const useMember = () => useMemberData().user;

/** Whether nothing is sent for the user until the e-mail address is confirmed. */
export const useCannotSend = () => useMemberData().cannotSend;

function useMemberData() {
  const found = useRouteLoaderData<typeof loader>('routes/_member');
  invariant(found, 'this page is below routes/_member');
  return found;
}
