import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useMatches } from '@remix-run/react';
import { Frame } from '#app/dashboard/frame.tsx';
import { getScreen, type ScreenHandle } from '#app/dashboard/screens.ts';
import { readSidebar } from '#app/dashboard/sidebar.server.ts';
import { invariant } from '#domain/shared/errors.ts';

export const loader = async ({ request }: LoaderFunctionArgs) => ({
  narrow: await readSidebar(request),
});

/** The layout of every dashboard screen. The route of a screen names the screen in its `handle`. */
export default function DashboardFrame() {
  const { narrow } = useLoaderData<typeof loader>();
  const handle = useMatches().at(-1)?.handle as ScreenHandle | undefined;
  invariant(handle, 'the route of a screen names it');
  return (
    <Frame narrow={narrow} screen={getScreen(handle.screen)}>
      <Outlet />
    </Frame>
  );
}
