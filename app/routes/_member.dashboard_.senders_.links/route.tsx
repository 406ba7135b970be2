import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { TextLink } from '#app/components/links.tsx';
import { CardList, CardListRow, ListPages } from '#app/components/lists.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { actOnScreen, formAct, loadScreen, screenForms } from '#app/dashboard/screen.server.ts';
import { confirmFirst } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { ConfirmButton, SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field, Select } from '#app/forms/field.tsx';
import { orToast, readFields } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { chainForm, linkForm } from '#app/senders/forms.ts';
import { linkKindLabels, toEntityOptions, toOptions } from '#app/senders/labels.ts';
import { RegistryPage, StatusStamp } from '#app/senders/registry-page.tsx';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { readMode } from '#domain/dlt/registry/change-registry.ts';
import {
  type Chain,
  type Entity,
  type LinkKind,
  linkKinds,
  type Link as RegisteredLink,
} from '#domain/dlt/registry/contract.browser.ts';
import { chainInput } from '#domain/dlt/registry/inputs.browser.ts';
import { listChains, listEntities, listLinks } from '#domain/dlt/registry/list-registry.ts';
import { registerChain, registerLink } from '#domain/dlt/registry/register.ts';
import { removeChain, removeLink } from '#domain/dlt/registry/remove-registered.ts';
import { profileOf } from '#domain/dlt/sending/identify.ts';
import { type Page, pageOf } from '#domain/shared/page.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'senders' };
export const meta = () => noIndexMeta('Links and chains');

/** The number of links on a page, and the number of chains. */
const pageSize = 25;

/** The key of a link, by which the list is sorted. */
const linkKey = ({ kind, value }: Pick<RegisteredLink, 'kind' | 'value'>) => `${kind} ${value}`;

/** The key of a chain, by which the list is sorted. */
const chainKey = ({ entityId, carrier }: Pick<Chain, 'entityId' | 'carrier'>) =>
  `${entityId} ${carrier}`;

const oneChain = chainInput.pick({ entity_id: true, carrier: true });

const forms = screenForms({
  link: formAct({
    ...{ recentSignIn: false, schema: linkForm, fallback: fallbacks.registry, isRestored: true },
    run: async (link, { signedIn, page }) => {
      await registerLink(signedIn.userId, link);
      return redirectDone(page, 'Added');
    },
  }),
  chain: formAct({
    ...{ recentSignIn: false, schema: chainForm, fallback: fallbacks.registry, isRestored: true },
    run: async ({ is_approved, ...chain }, { signedIn, page }) => {
      await registerChain(signedIn.userId, { ...chain, is_approved: is_approved === 'on' });
      return redirectDone(page, 'Chain saved');
    },
  }),
  'remove-link': {
    recentSignIn: { for: 'delete_sender' },
    act: async ({ userId }, form, { page }) => {
      const { kind, value } = readFields(form, linkForm);
      return remove(page, () => removeLink(userId, kind, value));
    },
  },
  'remove-chain': {
    recentSignIn: { for: 'delete_sender' },
    act: async ({ userId }, form, { page }) => {
      const { entity_id, carrier } = readFields(form, oneChain);
      return remove(page, () => removeChain(userId, entity_id, carrier));
    },
  },
});

/** Removes a link or chain. Afterwards messages that need it may be rejected. */
const remove = (here: string, carryOut: () => Promise<void>) =>
  orToast({ to: here, fallback: fallbacks.registry }, async () => {
    await carryOut();
    return redirectDone(here, 'Removed');
  });

/** Loads a page of links and a page of chains. */
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
      // If no link is registered, the check rejects none.
      rejectedKinds: mode === 'enforce' && links.length > 1 ? findRejectedKinds() : [],
    };
  },
  forms.showDraft,
);

const findRejectedKinds = (): LinkKind[] => {
  const { link, number, email } = profileOf('enforce').notWhitelisted;
  const severities = { url: link, url_dynamic: link, number, email };
  return linkKinds.filter((kind) => severities[kind] === 'error');
};

export const action = actOnScreen('senders', forms.act, forms);

export default confirmFirst(LinksAndChains);

/** The links, numbers and addresses that messages may contain, and the chains of telemarketers. */
function LinksAndChains() {
  const { links, chains, entities, rejectedKinds } = useLoaderData<typeof loader>();
  return (
    <RegistryPage open="links" title="Links and chains">
      <Links page={links} rejectedKinds={rejectedKinds} />
      <Chains entities={entities} page={chains} />
    </RegistryPage>
  );
}

/** Links, numbers and email addresses that messages may contain, and a form that adds one. */
function Links({
  page: { entries, next },
  rejectedKinds,
}: {
  page: Page<RegisteredLink>;
  /** Messages with an unregistered link of one of these kinds are rejected. */
  rejectedKinds: readonly LinkKind[];
}) {
  return (
    <PagedCard
      empty="None yet. Until you add a link, number or email address, Dakiya only warns about those that are not registered."
      id="links"
      next={next}
      param="after"
      rows={entries.map((link) => (
        <LinkRow isRejected={rejectedKinds.includes(link.kind)} key={linkKey(link)} link={link} />
      ))}
      text="Operators block messages with unregistered links, numbers or email addresses. Enter each exactly as on your DLT portal."
      title="Links, numbers and email addresses"
    >
      <AddLink />
    </PagedCard>
  );
}

type LinkRowProps = {
  link: RegisteredLink;
  /** Whether Dakiya rejects messages with this link once it is removed. */
  isRejected: boolean;
};

function LinkRow({ link, isRejected }: LinkRowProps) {
  const value = <code className="font-mono text-xs">{link.value}</code>;
  return (
    <CardListRow>
      <span className="grid min-w-0">
        <code className="font-mono text-xs [overflow-wrap:anywhere]">{link.value}</code>
        <span className="text-xs text-faint">{linkKindLabels[link.kind]}</span>
      </span>
      <ConfirmButton
        alignRight="@2xl"
        fallback={fallbacks.registry}
        fields={{ intent: 'remove-link', ...link }}
        label="Remove"
        name={link.value}
      >
        {isRejected ? (
          <>Dakiya will then reject messages that contain {value}.</>
        ) : (
          <>Operators may then block messages that contain {value}. Dakiya still accepts them.</>
        )}
      </ConfirmButton>
    </CardListRow>
  );
}

function AddLink() {
  const { form, fields } = useValidatedForm({
    id: 'link',
    schema: linkForm,
    defaultValue: { kind: 'url' },
  });
  return (
    <ValidatedForm
      className="grid gap-5 border-t border-line p-5"
      fallback={fallbacks.registry}
      form={form}
      intent="link"
    >
      <div className="grid gap-5 sm:grid-cols-[1fr_2fr]">
        <Select field={fields.kind} label="Kind" options={toOptions(linkKindLabels)} />
        <Field
          field={fields.value}
          hint="If the part after the question mark changes from message to message, enter the link only up to the question mark: https://example.com/track?"
          label="Value"
        />
      </div>
      <SubmitLine busy="Adding...">Add</SubmitLine>
    </ValidatedForm>
  );
}

type ChainsProps = { page: Page<Chain>; entities: Entity[] };

/** Chains of telemarketers, and a form that adds one. */
function Chains({ page: { entries, next }, entities }: ChainsProps) {
  const names = new Map(entities.map(({ entityId, name }) => [entityId, name]));
  return (
    <PagedCard
      empty="No chains yet. You need a chain only for a carrier that requires one."
      id="chains"
      next={next}
      param="chain"
      rows={entries.map((chain) => (
        <ChainRow
          chain={chain}
          entityName={names.get(chain.entityId) ?? chain.entityId}
          key={chainKey(chain)}
        />
      ))}
      text="The telemarketers that pass your messages on to a carrier, in order. The last telemarketer delivers to the carrier."
      title="Chains"
    >
      {entities.length > 0 ? (
        <AddChain entities={entities} />
      ) : (
        <p className="border-t border-line px-5 py-4 text-sm">
          A chain belongs to an entity. <TextLink to={paths.newEntity}>Add an entity</TextLink>
        </p>
      )}
    </PagedCard>
  );
}

function ChainRow({ chain, entityName }: { chain: Chain; entityName: string }) {
  const { entityId, carrier, telemarketerIds, isApproved } = chain;
  return (
    <CardListRow>
      <span className="grid min-w-0 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-3">
          <span className="[overflow-wrap:anywhere]">
            <bdi>{entityName}</bdi> by <code className="font-mono text-xs">{carrier}</code>
          </span>
          <StatusStamp health={isApproved ? 'approved' : 'pending'} />
        </span>
        <span className="font-mono text-xs text-faint [overflow-wrap:anywhere]">
          {telemarketerIds.join(' → ')}
        </span>
      </span>
      <ConfirmButton
        alignRight="@2xl"
        fallback={fallbacks.registry}
        fields={{ intent: 'remove-chain', entity_id: entityId, carrier }}
        label="Remove"
        name={`chain by ${carrier}`}
      >
        Messages of this entity over <code className="font-mono text-xs">{carrier}</code> will then
        carry the telemarketers of this installation. If the carrier requires a chain of your own,
        Dakiya rejects these messages.
      </ConfirmButton>
    </CardListRow>
  );
}

function AddChain({ entities }: { entities: Entity[] }) {
  const { form, fields } = useValidatedForm({
    id: 'chain',
    schema: chainForm,
    defaultValue: { entity_id: entities[0]?.entityId },
  });
  return (
    <ValidatedForm
      className="grid gap-5 border-t border-line p-5"
      fallback={fallbacks.registry}
      form={form}
      intent="chain"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Select field={fields.entity_id} label="Entity" options={toEntityOptions(entities)} />
        <Field
          field={fields.carrier}
          hint="The name of the carrier in the timeline of your messages"
          label="Carrier"
        />
      </div>
      <Field
        field={fields.telemarketer_ids}
        hint="In order, separated by spaces; the last one delivers to the carrier"
        label="Telemarketer IDs"
      />
      <Checkbox field={fields.is_approved}>
        All telemarketers have accepted this chain on the portal. Until you tick this, messages
        carry the telemarketers of this installation.
      </Checkbox>
      <SubmitLine busy="Saving...">Save chain</SubmitLine>
    </ValidatedForm>
  );
}

type PagedCardProps = {
  /** The list's name, which is also its unique id on the page. */
  id: 'links' | 'chains';
  title: string;
  text: string;
  /** The text of an empty list. */
  empty: string;
  rows: ReactNode[];
  /** The query parameter with the key after which the page begins. */
  param: string;
  /** The key after which the next page begins; null on the last. */
  next: string | null;
  /** The form that adds an entry. */
  children: ReactNode;
};

/** A card with one page of a list, and a form that adds an entry. */
function PagedCard({ id, title, text, empty, rows, param, next, children }: PagedCardProps) {
  return (
    <TitledCard heading="h3" id={id} text={text} title={title}>
      <CardList empty={empty}>{rows}</CardList>
      <ListPages
        className="border-t border-line px-5 py-3"
        labels={{ first: 'First', next: 'Next' }}
        name={id}
        next={next}
        param={param}
      />
      {children}
    </TitledCard>
  );
}
