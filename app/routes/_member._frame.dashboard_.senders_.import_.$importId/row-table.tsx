import { CardRow, CardTable } from '#app/components/card-table.tsx';
import { PageLinks } from '#app/components/page-links.tsx';
import { paths } from '#app/paths.ts';
import { outcomes } from '#app/senders/import-labels.ts';
import type { PageOf } from '#app/senders/page-of.ts';
import type { ImportList, RowResult } from '#domain/messaging/dlt/import/contract.browser.ts';

type RowTableProps = {
  importId: string;
  list: ImportList;
  page: PageOf<RowResult>;
  after: string | null;
};

/** What names a row. */
const keys: Record<ImportList, string> = {
  templates: 'Template ID',
  headers: 'Header',
  entities: 'Entity ID',
};

const cell = 'block px-4 py-1 align-top @2xl:table-cell @2xl:px-4 @2xl:py-2';

/** A page of rows with the outcome of each, first those that need attention. */
export function RowTable({ importId, list, page: { entries, next }, after }: RowTableProps) {
  return (
    <>
      <CardTable
        caption="Rows, first those that need attention"
        columns={['Row', keys[list], 'Outcome', 'Why']}
        from="2xl"
      >
        {entries.map(({ row, templateId, header, entityId, outcome, detail, warnings }) => (
          <CardRow className="block py-2" from="2xl" key={row}>
            <td className={`${cell} font-mono text-xs`}>
              <span className="font-sans text-faint @2xl:hidden">Row </span>
              {row}
            </td>
            <td className={`${cell} font-mono text-xs [overflow-wrap:anywhere] @2xl:min-w-48`}>
              {header ?? entityId ?? templateId}
            </td>
            <td className={cell}>
              <span className={`stamp ${outcomes[outcome].colour}`}>{outcome}</span>
            </td>
            <td className={`${cell} [overflow-wrap:anywhere]`}>
              {[detail, ...warnings].filter(Boolean).map((text) => (
                <bdi className="block" key={text}>
                  {text}
                </bdi>
              ))}
            </td>
          </CardRow>
        ))}
      </CardTable>
      <PageLinks
        labels={{ first: 'First', next: 'Next' }}
        newest={after === null ? null : paths.import(importId)}
        older={next && paths.import(importId, { after: next })}
      />
    </>
  );
}
