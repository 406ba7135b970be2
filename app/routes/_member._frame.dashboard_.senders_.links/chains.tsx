import { Link } from '@remix-run/react';
import { CardListRow } from '#app/components/card-list.tsx';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field, Select } from '#app/forms/field.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { chainForm } from '#app/senders/forms.ts';
import { toEntityOptions } from '#app/senders/labels.ts';
import type { PageOf } from '#app/senders/page-of.ts';
import { StatusStamp } from '#app/senders/status-stamp.tsx';
import type { Chain, Entity } from '#domain/messaging/dlt/registry/contract.browser.ts';
import { chainKey } from './keys.ts';
import { PagedCard } from './paged-card.tsx';

type ChainsProps = { page: PageOf<Chain>; entities: Entity[] };

/** Chains of telemarketers, and a form that adds one. */
export function Chains({ page: { entries, next }, entities }: ChainsProps) {
  const names = new Map(entities.map(({ entityId, name }) => [entityId, name]));
  return (
    <PagedCard
      empty="None yet. You need one only for a carrier that asks for it."
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
      text="The telemarketers that pass your messages on to a carrier, in order. The last one delivers them."
      title="Chains"
    >
      {entities.length > 0 ? (
        <AddChain entities={entities} />
      ) : (
        <p className="border-t border-line px-5 py-4 text-sm">
          A chain belongs to an entity.{' '}
          <Link className="link" to={paths.newEntity}>
            Add an entity
          </Link>
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
        carry the telemarketers of this installation. Dakiya rejects them if the carrier needs a
        chain of your own.
      </ConfirmButton>
    </CardListRow>
  );
}

function AddChain({ entities }: { entities: Entity[] }) {
  const { form, fields, reply } = useValidatedForm({
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
      reply={reply}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Select field={fields.entity_id} label="Entity" options={toEntityOptions(entities)} />
        <Field
          autoComplete="off"
          field={fields.carrier}
          hint="Its name in the timeline of your messages"
          label="Carrier"
        />
      </div>
      <Field
        autoComplete="off"
        field={fields.telemarketer_ids}
        hint="In order, separated by spaces; the last one delivers"
        label="Telemarketer IDs"
      />
      <Checkbox field={fields.is_approved}>
        All telemarketers have accepted this chain on the portal. Until you tick this, messages
        carry the telemarketers of this installation.
      </Checkbox>
      <div>
        <SubmitButton busy="Saving...">Save chain</SubmitButton>
      </div>
    </ValidatedForm>
  );
}
