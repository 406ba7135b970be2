import { CardRow, CardTable } from '#app/components/card-table.tsx';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { OnOff } from '#app/senders/on-off.tsx';
import { StatusStamp } from '#app/senders/status-stamp.tsx';
import type { Entity } from '#domain/messaging/dlt/registry/contract.browser.ts';

const cell = 'block px-4 py-1.5 align-middle @4xl:table-cell @4xl:px-3';

type EntityTableProps = {
  entities: Entity[];
  /** Those that have headers, by id: they cannot be removed. */
  withHeaders: string[];
};

/** All entities: a table on wide screens, cards on narrow ones. */
export function EntityTable({ entities, withHeaders }: EntityTableProps) {
  const used = new Set(withHeaders);
  return (
    <CardTable caption="Entities" columns={['Entity', 'Entity ID', 'State', 'Actions']}>
      {entities.map(({ entityId, name, status }) => (
        <CardRow className="block py-2" key={entityId}>
          <td className={cell}>
            <bdi className="font-medium [overflow-wrap:anywhere]">{name}</bdi>
          </td>
          <td className={`${cell} font-mono text-xs`}>{entityId}</td>
          <td className={cell}>
            <StatusStamp health={status} />
          </td>
          <td className={cell}>
            <div className="grid justify-items-start gap-2 @4xl:flex @4xl:flex-wrap">
              <OnOff
                fields={{ intent: 'entity', entity_id: entityId }}
                isOn={status === 'active'}
                name={name}
              >
                Messages from all headers of <bdi className="font-medium">{name}</bdi> are refused
                until you enable it again.
              </OnOff>
              {used.has(entityId) ? null : (
                <ConfirmButton
                  alignRight="@4xl"
                  fallback={fallbacks.registry}
                  fields={{ intent: 'remove-entity', entity_id: entityId }}
                  label="Remove"
                  name={`entity ${name}`}
                >
                  <bdi className="font-medium">{name}</bdi> can be removed once no template or chain
                  belongs to it.
                </ConfirmButton>
              )}
            </div>
          </td>
        </CardRow>
      ))}
    </CardTable>
  );
}
