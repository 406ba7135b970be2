import { useRouteLoaderData } from '@remix-run/react';
import type { UserOutput } from '#domain/billing/overview/contract.ts';
import { invariant } from '#domain/shared/errors.browser.ts';

/** The loader data of `routes/_member`. */
export type Member = {
  user: UserOutput;
  /** Whether the user's keys cannot send until the email address is confirmed. */
  cannotSend: boolean;
};

/** The signed-in user, on pages below `routes/_member`. */
export const useSignedInUser = () => useMemberData().user;

/** Whether the user's keys cannot send until the email address is confirmed. */
export const useCannotSend = () => useMemberData().cannotSend;

function useMemberData(): Member {
  const member = useRouteLoaderData<Member>('routes/_member');
  invariant(member, 'this page is below routes/_member');
  return member;
}

/** The signed-in visitor of a public page, or null. */
export type Visitor = { name: string; image: string | null } | null;

/** The signed-in visitor of a public page, or null. */
export const useVisitor = (): Visitor =>
  useRouteLoaderData<{ visitor: Visitor }>('routes/_site')?.visitor ?? null;
