import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useMatches } from '@remix-run/react';
import { Frame } from '#app/dashboard/frame.tsx';
import { type ScreenHandle, screenOf } from '#app/dashboard/screens.ts';
import { readSidebar } from '#app/dashboard/sidebar.server.ts';

export const loader = async ({ request }: LoaderFunctionArgs) => ({
  narrow: await readSidebar(request),
});

/** What is around every screen of the dashboard. The route of a screen names it in its `handle`. */
export default function DashboardFrame() {
  const { narrow } = useLoaderData<typeof loader>();
  const match = useMatches().at(-1);
  const { screen } = (match?.handle ?? match?.data ?? {}) as Partial<ScreenHandle>;
  return (
    <Frame narrow={narrow} screen={screenOf(screen ?? 'home')}>
      <Outlet />
    </Frame>
  );
}
