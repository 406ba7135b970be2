import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useMatches } from '@remix-run/react';
import { Frame } from '#app/dashboard/frame.tsx';
import { TestModeStrip } from '#app/dashboard/mode/other-mode-notice.tsx';
import { readLivemode } from '#app/dashboard/mode/read-livemode.server.ts';
import { getScreen, type ScreenHandle } from '#app/dashboard/screens.ts';
import { readSidebar } from '#app/dashboard/sidebar.server.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { invariant } from '#domain/shared/errors.browser.ts';

/** Loads how the frame looks, and the mode that its screens show. */
export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(request);
  const [narrow, livemode] = await Promise.all([
    readSidebar(request),
    readLivemode(request, signedIn),
  ]);
  return { narrow, livemode };
}

/** The layout of every dashboard screen. The route of a screen names the screen in its `handle`. */
export default function DashboardFrame() {
  const { narrow, livemode } = useLoaderData<typeof loader>();
  const handle = useMatches().at(-1)?.handle as ScreenHandle | undefined;
  invariant(handle, 'the route of a screen names it');
  return (
    <Frame
      livemode={livemode}
      narrow={narrow}
      screen={getScreen(handle.screen)}
      strip={handle.byMode && !livemode ? <TestModeStrip /> : null}
    >
      <Outlet />
    </Frame>
  );
}
