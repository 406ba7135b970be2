import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CardRow, CardTable } from '#app/components/card-table.tsx';
import { paths } from '#app/paths.ts';
import { isSuspect, type TemplateRow } from '#domain/dlt/registry/contract.browser.ts';
import { categoryLabels } from './labels.ts';
import { StatusStamp } from './registry-page.tsx';

/** A template in a list: with the beginning of its body, and a few of its headers. */
type ListedTemplate = Pick<
  TemplateRow,
  'templateId' | 'name' | 'category' | 'status' | 'reason' | 'headers'
> & { excerpt: string; moreHeaders: number };

const columns = ['State', 'Template', 'Text', 'Headers', 'Category'];

/** Column widths; the text takes the rest. */
const widths: Record<string, string> = {
  State: 'w-32',
  Template: 'w-56',
  Headers: 'w-28',
  Category: 'w-36',
};

/** A page of templates: a table on wide screens, cards on narrow ones. */
export function TemplateTable({ templates }: { templates: ListedTemplate[] }) {
  return (
    <CardTable caption="Templates, by their ids" columns={columns} widths={widths}>
      {templates.map((template) => (
        <Row key={template.templateId} template={template} />
      ))}
    </CardTable>
  );
}

function Row({ template }: { template: ListedTemplate }) {
  const { templateId, name, excerpt, category, status, reason, headers, moreHeaders } = template;
  return (
    <CardRow className="relative grid gap-y-1 p-3 hover:border-control @4xl:hover:border-line @4xl:hover:bg-paper">
      <Cell>
        <StatusStamp health={isSuspect(template) ? 'suspect' : status} />
        {isSuspect(template) ? (
          <span className="block truncate pt-0.5 text-xs text-faint" title={reason ?? undefined}>
            {reason}
          </span>
        ) : null}
      </Cell>
      <Cell className="truncate">
        {/* Its click area covers the whole row. */}
        <Link
          className="text-airmail underline-offset-4 after:absolute after:inset-0 hover:underline"
          to={paths.template(templateId)}
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="block truncate font-mono text-xs text-faint">{templateId}</span>
      </Cell>
      <Cell className="truncate">
        <bdi>{excerpt}</bdi>
      </Cell>
      <Cell className="truncate font-mono text-xs">
        {headers.length > 0 ? (
          headers.join(', ')
        ) : (
          <span className="font-sans text-faint">Any header</span>
        )}
        {moreHeaders > 0 ? ` +${moreHeaders}` : ''}
      </Cell>
      <Cell className="truncate text-faint @4xl:text-ink">{categoryLabels[category]}</Cell>
    </CardRow>
  );
}

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <td className={`block min-w-0 @4xl:table-cell @4xl:h-14 @4xl:px-3 ${className}`}>{children}</td>
  );
}
