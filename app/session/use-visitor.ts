import { useRouteLoaderData } from '@remix-run/react';

/** Who is signed in; null for nobody. */
export type Visitor = { name: string; image: string | null } | null;

/** Who is signed in, on public pages; or null. */
export const useVisitor = (): Visitor =>
  useRouteLoaderData<{ visitor: Visitor }>('routes/_site')?.visitor ?? null;
