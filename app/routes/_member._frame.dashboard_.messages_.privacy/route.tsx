import { data } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen } from '#app/dashboard/drafts/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { LogTabs } from '#app/messages/log-tabs.tsx';
import { paths } from '#app/paths.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { act, recentSignIn } from './act.server.ts';
import { Archived } from './archived.tsx';
import { Erasures } from './erasures.tsx';
import { loadPrivacy } from './load-privacy.server.ts';
import { Lookup } from './lookup.tsx';
import { Views } from './views.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'messages' };
export const meta = () => noIndexMeta('Privacy');

export async function loader(args: Parameters<typeof loadPrivacy>[0]) {
  const view = await loadPrivacy(args);
  return data(view, { status: view.lookup.error === null ? 200 : 400 });
}

export const action = actOnScreen('messages', act, { recentSignIn });

export default function PrivacyScreen() {
  return (
    <ConfirmFirst>
      <Privacy />
    </ConfirmFirst>
  );
}

/** What is stored of a recipient, erasures, and who has seen texts. */
function Privacy() {
  const { lookup, erasures, views, keys, archived, after } = useLoaderData<typeof loader>();
  return (
    <div className="@container grid gap-5">
      <LogTabs open="privacy" />
      <Lookup {...lookup} />
      <Erasures after={after} keys={keys} page={erasures} />
      <Views keys={keys} page={views} />
      <Archived months={archived} />
      <p className="text-sm text-faint">
        For how long messages and their texts are kept you choose under{' '}
        <Link className="link" to={paths.dashboard('settings')}>
          Settings
        </Link>
        . What all of this means is explained in{' '}
        <Link className="link" to={paths.docsSection('privacy')}>
          the documentation
        </Link>
        .
      </p>
    </div>
  );
}
