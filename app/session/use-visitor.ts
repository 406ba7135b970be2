import { useRouteLoaderData } from '@remix-run/react';

/** The signed-in visitor of a public page, or null. */
export type Visitor = { name: string; image: string | null } | null;

/** The signed-in visitor of a public page, or null. */
export const useVisitor = (): Visitor =>
  useRouteLoaderData<{ visitor: Visitor }>('routes/_site')?.visitor ?? null;
