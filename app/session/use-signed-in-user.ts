import { useRouteLoaderData } from '@remix-run/react';
import type { UserOutput } from '#domain/billing/overview/contract.ts';
import { invariant } from '#domain/shared/errors.ts';

/** What `routes/_member` loads for the pages of who is signed in. */
export type Member = {
  user: UserOutput;
  /** Nothing is sent for the user until the e-mail address is confirmed. */
  cannotSend: boolean;
};

/** The user, on pages of who is signed in. */
export const useSignedInUser = () => useMemberData().user;

/** Whether nothing is sent for the user until the e-mail address is confirmed. */
export const useCannotSend = () => useMemberData().cannotSend;

function useMemberData(): Member {
  const found = useRouteLoaderData<Member>('routes/_member');
  invariant(found, 'this page is below routes/_member');
  return found;
}
