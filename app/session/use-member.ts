import { useRouteLoaderData } from '@remix-run/react';
import type { loader } from '#app/routes/_member.tsx';
import { invariant } from '#domain/shared/errors.ts';

/** The user, on pages of who is signed in. */
export function useMember() {
  const found = useRouteLoaderData<typeof loader>('routes/_member');
  invariant(found, 'this page is below routes/_member');
  return found.user;
}
