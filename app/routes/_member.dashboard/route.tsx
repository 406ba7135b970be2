import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readForm } from '#app/forms/read-form.server.ts';
import { requireSignedIn } from '#app/session/session.server.ts';
import { Frame } from './frame.tsx';
import { readSidebar } from './sidebar.server.ts';
import { tabServers } from './tabs.server.ts';
import { findTab } from './tabs.ts';
import { views } from './views.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.tab.title ?? 'Dashboard'} · Dakiya` },
];

const tabOf = (request: Request) => findTab(new URL(request.url).searchParams.get('tab'));

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const tab = tabOf(request);
  const [content, narrow] = await Promise.all([
    tabServers[tab.id].load(signedIn),
    readSidebar(request),
  ]);
  return { tab, content, narrow };
}

export async function action({ request }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const { act } = tabServers[tabOf(request).id];
  if (!act) throw new Response(null, { status: 405 });
  return act(signedIn, await readForm(request));
}

/** One page; `?tab=` says which of its tabs is open. */
export default function Dashboard() {
  const { tab, content, narrow } = useLoaderData<typeof loader>();
  const View = views[tab.id];
  return (
    <Frame narrow={narrow} tab={tab}>
      <View data={content as never} key={tab.id} />
    </Frame>
  );
}
