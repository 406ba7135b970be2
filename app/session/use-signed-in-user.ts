import { useRouteLoaderData } from '@remix-run/react';
import type { UserOutput } from '#domain/billing/get-user.ts';
import { invariant } from '#domain/shared/errors.browser.ts';

/** The loader data of `routes/_member`. */
export type Member = {
  user: UserOutput;
  /** Whether the user's keys cannot send until the email address is confirmed. */
  cannotSend: boolean;
  /** What the banner on each page says; null unless the account is suspended. */
  suspended: Suspended | null;
};

/** The suspension of an account, for its owner. */
export type Suspended = {
  /** The reason, as an operator wrote it. */
  notice: string;
  /** ISO 8601 */
  since: string;
  /** Whom to write to. */
  supportEmail: string;
};

/** The signed-in user, on pages below `routes/_member`. */
export const useSignedInUser = () => useMemberData().user;

/** Whether the user's keys cannot send until the email address is confirmed. */
export const useCannotSend = () => useMemberData().cannotSend;

/** The suspension of the account; null if it is not suspended. */
export const useSuspended = () => useMemberData().suspended;

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
