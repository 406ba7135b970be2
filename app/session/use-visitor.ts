import { useRouteLoaderData } from '@remix-run/react';
import type { loader } from '#app/routes/_site.tsx';

/** Who is signed in, on public pages; or null. */
export const useVisitor = () => useRouteLoaderData<typeof loader>('routes/_site')?.visitor ?? null;
