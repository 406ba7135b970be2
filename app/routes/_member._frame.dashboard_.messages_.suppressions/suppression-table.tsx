import { CardCell, CardRow, CardTable } from '#app/components/card-table.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { Remove } from '#app/senders/remove.tsx';
import type { Suppression } from '#domain/messaging/recipients/suppressions.server.ts';

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
          <Remove
            fallback="suppress"
            fields={{ intent: 'remove', recipient }}
            leftFrom="always"
            name={recipient}
          >
            {recipient} gets your promotional messages again. Remove it only if its owner has asked
            for them.
          </Remove>
        </CardCell>
      </CardRow>
    ))}
  </CardTable>
);
