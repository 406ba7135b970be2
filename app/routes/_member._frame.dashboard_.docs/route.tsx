import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { Cards } from './cards.tsx';
import { loadDocs } from './load-docs.server.ts';
import { OpenSection } from './open-section.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'documentation' };
export const meta = screenMeta('documentation');

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(request);
  return loadDocs(signedIn, request);
}

/** The documentation within the dashboard: the list of sections, or one of them. */
export default function DocsScreen() {
  const { shown, sections } = useLoaderData<typeof loader>();
  return shown ? <OpenSection shown={shown} /> : <Cards sections={sections} />;
}
