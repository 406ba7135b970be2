import { CardRow, CardTable } from '#app/components/card-table.tsx';
import { ListPages } from '#app/components/list-pages.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import type { KeyName } from '#app/messages/contract.ts';
import type { TextView } from '#domain/messaging/privacy/views/contract.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import type { Page } from '#domain/shared/page.browser.ts';
import { Cell, ViewerName } from './cells.tsx';

const ways: Record<TextView['way'], string> = { page: 'Dashboard', file: 'File', api: 'API' };

type ViewsProps = { page: Page<TextView>; keys: KeyName[] };

/** A page of who has seen texts. */
export function Views({ page: { entries, next }, keys }: ViewsProps) {
  return (
    <section aria-labelledby="views-title" className="grid gap-3">
      <div className="grid gap-1">
        <h2 className="text-sm font-medium" id="views-title">
          Who has seen texts
        </h2>
        <p className="text-xs text-faint">
          One line for each day, viewer and way, for 400 days. The operator of this installation can
          also read its database, which is not listed.
        </p>
      </div>
      {entries.length > 0 ? (
        <CardTable
          caption="Who has seen texts, the latest day first"
          columns={['Day', 'Who', 'Way', 'Texts', 'Accepted between', 'Last seen', 'From']}
        >
          {entries.map((view) => (
            <Row key={view._id} keys={keys} view={view} />
          ))}
        </CardTable>
      ) : (
        <p className="card px-5 py-4 text-sm text-faint">No views are recorded.</p>
      )}
      <ListPages name="views" next={next} param="view" />
    </section>
  );
}

function Row({ view, keys }: { view: TextView; keys: KeyName[] }) {
  const { day, viewer, device, way, texts, from, to, lastAt, clientAddress } = view;
  return (
    <CardRow className="grid gap-y-1 p-3">
      <Cell>
        <time className="whitespace-nowrap" dateTime={day}>
          {day}
        </time>
      </Cell>
      <Cell>
        <ViewerName device={device} id={viewer} keys={keys} />
      </Cell>
      <Cell>{ways[way]}</Cell>
      <Cell label="Texts: ">{formatCount(texts)}</Cell>
      <Cell label="Accepted between ">
        <Timestamp at={new Date(from)} /> and <Timestamp at={new Date(to)} />
      </Cell>
      <Cell label="Last seen ">
        <Timestamp at={new Date(lastAt)} />
      </Cell>
      <Cell label="From ">
        <span className="font-mono text-xs [overflow-wrap:anywhere]">
          {clientAddress || 'unknown'}
        </span>
      </Cell>
    </CardRow>
  );
}
