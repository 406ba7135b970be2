import { CardCell, CardRow, CardTable } from '#app/components/card-table.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import type { Suppression } from '#domain/messaging/recipients/suppressions.ts';

const columns = ['Number', 'Reason', 'Since', 'Actions'];

/** A page of suppressed numbers. */
export const SuppressionTable = ({ entries }: { entries: Suppression[] }) => (
  <CardTable caption="Suppressed numbers" columns={columns}>
    {entries.map(({ recipient, reason, createdAt }) => (
      <CardRow className="grid grid-cols-2 py-2" key={recipient}>
        <CardCell wide>
          <code className="font-mono">{recipient}</code>
        </CardCell>
        <CardCell label="Reason" wide>
          <span className="[overflow-wrap:anywhere]">
            {reason ? <bdi>{reason}</bdi> : <span className="text-faint">None</span>}
          </span>
        </CardCell>
        <CardCell label="Since">
          <Timestamp at={createdAt} />
        </CardCell>
        <CardCell>
          <ConfirmButton
            alignRight="always"
            fallback={fallbacks.suppress}
            fields={{ intent: 'remove', recipient }}
            label="Remove"
            name={recipient}
          >
            {recipient} gets your promotional messages again. Remove it only if its owner has asked
            for them.
          </ConfirmButton>
        </CardCell>
      </CardRow>
    ))}
  </CardTable>
);
