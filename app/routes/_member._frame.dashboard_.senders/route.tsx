import { Link, useLoaderData } from '@remix-run/react';
import { PageLinks } from '#app/components/page-links.tsx';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import { RegistryPage } from '#app/senders/registry-page.tsx';
import { maxEvidence } from '#domain/messaging/dlt/registry/contract.browser.ts';
import { act, recentSignIn, showDraft } from './act.server.ts';
import { EntityTable } from './entity-table.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HeaderTable } from './header-table.tsx';
import { loadSenders } from './load-senders.server.ts';
import { ModeForm } from './mode-form.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'senders' };
export const meta = screenMeta('senders');

export const loader = loadScreen('senders', loadSenders, showDraft);

export const action = actOnScreen(
  'senders',
  (signedIn, form, { page }) => act(signedIn, form, page),
  { recentSignIn, showDraft, maxFileBytes: maxEvidence },
);

export default function SendersScreen() {
  return (
    <ConfirmFirst>
      <Senders />
    </ConfirmFirst>
  );
}

/** Headers and entities with their state, and what happens to messages that DLT would refuse. */
function Senders() {
  const { mode, entities, withHeaders, headers, next, after, steps } =
    useLoaderData<typeof loader>();
  return (
    <RegistryPage
      actions={
        steps.hasEntity ? (
          <>
            <Link className="button-primary" to={paths.newHeader}>
              Add a header
            </Link>
            <Link className="button-quiet" to={paths.newEntity}>
              Add an entity
            </Link>
            <Link className="button-quiet" to={paths.importTemplates}>
              Import
            </Link>
          </>
        ) : null
      }
      open="senders"
      text="A header is what your recipients see as the sender. It belongs to an entity: your business, as DLT knows it."
      title="Senders"
    >
      <FirstSteps {...steps} />
      {headers.length > 0 ? <HeaderTable entities={entities} headers={headers} /> : null}
      <PageLinks
        labels={{ first: 'First', next: 'Next' }}
        newest={after === null ? null : paths.senders()}
        older={next && paths.senders(next)}
      />
      {entities.length > 0 ? <EntityTable entities={entities} withHeaders={withHeaders} /> : null}
      <ModeForm mode={mode} />
    </RegistryPage>
  );
}
