import { useLoaderData } from '@remix-run/react';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { pageOf } from '#app/senders/page-of.ts';
import { RegistryPage } from '#app/senders/registry-page.tsx';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { type LinkKind, linkKinds } from '#domain/messaging/dlt/registry/contract.ts';
import {
  listChains,
  listEntities,
  listLinks,
} from '#domain/messaging/dlt/registry/list-registry.server.ts';
import { readMode } from '#domain/messaging/dlt/registry/registry-mode.server.ts';
import { profileOf } from '#domain/messaging/dlt/sending/profile-of.server.ts';
import { act, showDraft } from './act.server.ts';
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
    const after = searchParams.get('after');
    const afterChain = searchParams.get('chain');
    const [links, chains, entities, mode] = await Promise.all([
      listLinks(userId),
      listChains(userId),
      listEntities(userId),
      readMode(userId),
    ]);
    return {
      links: pageOf(links, linkKey, after, pageSize),
      chains: pageOf(chains, chainKey, afterChain, pageSize),
      entities,
      // Without the last one nothing is known about links, and then nothing is refused.
      refusedKinds: mode === 'enforce' && links.length > 1 ? findRefusedKinds() : [],
      after,
      afterChain,
    };
  },
  showDraft,
);

const findRefusedKinds = (): LinkKind[] => {
  const { link, number, email } = profileOf('enforce').notWhitelisted;
  const severities = { url: link, url_dynamic: link, number, email };
  return linkKinds.filter((kind) => severities[kind] === 'error');
};

export const action = actOnScreen(
  'senders',
  (signedIn, form, { page }) => act(signedIn, form, page),
  { showDraft },
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
  const { links, chains, entities, refusedKinds, after, afterChain } =
    useLoaderData<typeof loader>();
  return (
    <RegistryPage open="links" title="Links and chains">
      <Links after={after} page={links} refusedKinds={refusedKinds} />
      <Chains after={afterChain} entities={entities} page={chains} />
    </RegistryPage>
  );
}
