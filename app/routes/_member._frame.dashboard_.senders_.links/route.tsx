import { useLoaderData } from '@remix-run/react';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { pageOf } from '#app/senders/page-of.ts';
import { RegistryPage } from '#app/senders/registry-page.tsx';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { type LinkKind, linkKinds } from '#domain/messaging/dlt/registry/contract.browser.ts';
import {
  listChains,
  listEntities,
  listLinks,
} from '#domain/messaging/dlt/registry/list-registry.ts';
import { readMode } from '#domain/messaging/dlt/registry/registry-mode.ts';
import { profileOf } from '#domain/messaging/dlt/sending/identify.ts';
import { act, recentSignIn, showDraft } from './act.server.ts';
import { Chains } from './chains.tsx';
import { chainKey, linkKey } from './keys.ts';
import { Links } from './links.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'senders' };
export const meta = () => noIndexMeta('Links and chains');

/** Links, and chains, per page. */
const pageSize = 25;

/** Loads a page of links and one of chains. */
export const loader = loadScreen(
  'senders',
  async ({ userId }, { request }) => {
    const { searchParams } = new URL(request.url);
    const [links, chains, entities, mode] = await Promise.all([
      listLinks(userId),
      listChains(userId),
      listEntities(userId),
      readMode(userId),
    ]);
    return {
      links: pageOf(links, linkKey, searchParams.get('after'), pageSize),
      chains: pageOf(chains, chainKey, searchParams.get('chain'), pageSize),
      entities,
      // Once the last one is removed, nothing is known about links, and nothing is rejected.
      rejectedKinds: mode === 'enforce' && links.length > 1 ? findRejectedKinds() : [],
    };
  },
  showDraft,
);

const findRejectedKinds = (): LinkKind[] => {
  const { link, number, email } = profileOf('enforce').notWhitelisted;
  const severities = { url: link, url_dynamic: link, number, email };
  return linkKinds.filter((kind) => severities[kind] === 'error');
};

export const action = actOnScreen(
  'senders',
  (signedIn, form, { page }) => act(signedIn, form, page),
  { recentSignIn, showDraft },
);

export default function LinksScreen() {
  return (
    <ConfirmFirst>
      <LinksAndChains />
    </ConfirmFirst>
  );
}

/** What recipients may be asked to open, call or write to, and who passes messages on. */
function LinksAndChains() {
  const { links, chains, entities, rejectedKinds } = useLoaderData<typeof loader>();
  return (
    <RegistryPage open="links" title="Links and chains">
      <Links page={links} rejectedKinds={rejectedKinds} />
      <Chains entities={entities} page={chains} />
    </RegistryPage>
  );
}
