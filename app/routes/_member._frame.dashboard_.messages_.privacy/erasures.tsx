import { CardRow, CardTable } from '#app/components/card-table.tsx';
import { ListPages } from '#app/components/list-pages.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import type { KeyName } from '#app/messages/contract.ts';
import type { Erasure, ErasureState } from '#domain/messaging/privacy/contract.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import type { Page } from '#domain/shared/page.browser.ts';
import { Cell, ViewerName } from './cells.tsx';

const colours: Record<ErasureState, string> = {
  running: 'text-airmail',
  waiting: 'text-faint',
  done: 'text-good',
};

type ErasuresProps = { page: Page<Erasure>; keys: KeyName[]; after: string | null };

/** A page of erasures; nothing if there are none. */
export function Erasures({ page: { entries, next }, keys, after }: ErasuresProps) {
  if (entries.length === 0 && after === null) return null;
  return (
    <section aria-labelledby="erasures-title" className="grid gap-3">
      <div className="grid gap-1">
        <h2 className="text-sm font-medium" id="erasures-title">
          Erasures
        </h2>
        <p className="text-xs text-faint">
          Erasures of the last 400 days. They do not contain the number: note the ID with the
          request that you received.
        </p>
      </div>
      <CardTable
        caption="Erasures, newest first"
        columns={['State', 'ID', 'Requested', 'By', 'Messages', 'Log kept until']}
      >
        {entries.map((erasure) => (
          <Row erasure={erasure} key={erasure.id} keys={keys} />
        ))}
      </CardTable>
      <ListPages name="erasures" next={next} param="erasure" />
    </section>
  );
}

function Row({ erasure, keys }: { erasure: Erasure; keys: KeyName[] }) {
  const { id, state, requestedAt, requestedBy, retainedUntil } = erasure;
  return (
    <CardRow className="grid gap-y-1 p-3">
      <Cell>
        <span className={`stamp ${colours[state]}`}>{state}</span>
      </Cell>
      <Cell>
        <code className="font-mono text-xs break-all">{id}</code>
      </Cell>
      <Cell label="Requested ">
        <Timestamp at={requestedAt} />
      </Cell>
      <Cell label="By ">
        <ViewerName id={requestedBy} keys={keys} />
      </Cell>
      <Cell>{describe(erasure)}</Cell>
      {retainedUntil ? (
        <Cell label="Log kept until ">
          <Timestamp at={retainedUntil} />
        </Cell>
      ) : (
        <Cell>{state === 'done' ? 'Nothing is left' : 'Nothing will be left'} in the log</Cell>
      )}
    </CardRow>
  );
}

function describe({ state, messages, total, open }: Erasure): string {
  const erased = `${formatCount(messages)} of ${total === null ? '…' : formatCount(total)} erased`;
  if (state !== 'waiting') return erased;
  const whose = open === 1 ? 'its' : 'their';
  if (open > 0) return `${erased}; ${formatCount(open)} more when ${whose} outcome is known`;
  return `${erased}; codes of the last day are deleted tomorrow, as they count towards limits`;
}
