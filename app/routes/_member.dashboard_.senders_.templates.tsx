import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PrimaryLink } from '#app/components/links.tsx';
import { CardRow, CardTable, EmptyState, PageLinks, SearchForm } from '#app/components/lists.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import { categoryLabels } from '#app/senders/labels.ts';
import { RegistryPage, StatusStamp } from '#app/senders/registry-page.tsx';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { isSuspect, type TemplateRow } from '#domain/dlt/registry/contract.browser.ts';
import { listTemplates } from '#domain/dlt/registry/list-registry.ts';
import { isStorable } from '#platform/storable-text.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'senders' };
export const meta = () => noIndexMeta('Templates');

/** Templates per page. */
const pageSize = 25;

/** How many characters of a body the list shows. */
const excerptLength = 160;

const maxSearchLength = 200;

/** Loads one page of templates. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const parameters = new URL(request.url).searchParams;
  const search = toSearch(parameters.get('search'));
  const after = toSearch(parameters.get('after')) || undefined;
  const { entries, next } = await listTemplates(userId, { search, after, limit: pageSize });
  const templates = entries.map(
    ({ templateId, name, body, category, status, reason, headers }) => ({
      ...{ templateId, name, category, status, reason, headers: headers.slice(0, 3) },
      moreHeaders: Math.max(0, headers.length - 3),
      excerpt: [...body.slice(0, 2 * excerptLength)].slice(0, excerptLength).join(''),
    }),
  );
  return { templates, next, search, after };
}

/** The typed search; empty if PostgreSQL cannot compare the typed text. */
const toSearch = (typed: string | null): string => {
  const text = (typed ?? '').trim().slice(0, maxSearchLength);
  return isStorable(text) ? text : '';
};

export default function TemplatesScreen() {
  const { templates, next, search, after } = useLoaderData<typeof loader>();
  const address = (place: { after?: string }) =>
    paths.templates({ ...(search && { search }), ...place });
  const isNew = templates.length === 0 && search === '' && after === undefined;
  return (
    <RegistryPage
      actions={
        <>
          <PrimaryLink to={paths.newTemplate}>Add a template</PrimaryLink>
          <Link className="button-quiet min-h-10" to={paths.importTemplates}>
            Import
          </Link>
        </>
      }
      open="templates"
      text="The texts that you have registered with DLT. Each message must have one of these texts, with values in its slots."
      title="Templates"
    >
      {isNew ? (
        <EmptyState
          text="Import the file that your DLT portal exports, or add your templates one by one."
          title="No templates yet"
        >
          <Link className="link text-sm" to={paths.senders()}>
            What is DLT?
          </Link>
        </EmptyState>
      ) : (
        <>
          <SearchForm
            label="Name, text or template ID"
            maxLength={maxSearchLength}
            name="search"
            to={paths.templates()}
            typed={search}
          />
          {templates.length > 0 ? (
            <TemplateTable templates={templates} />
          ) : (
            <p className="card p-6 text-sm">
              {search
                ? 'No template has this id, and none has this text in its name or body.'
                : 'No more templates.'}
            </p>
          )}
        </>
      )}
      <PageLinks
        labels={{ first: 'First', next: 'Next' }}
        newest={after === undefined ? null : address({})}
        older={next && address({ after: next })}
      />
    </RegistryPage>
  );
}

/** A template in a list, with the beginning of its body and a few of its headers. */
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
function TemplateTable({ templates }: { templates: ListedTemplate[] }) {
  return (
    <CardTable caption="Templates, in the order of their ids" columns={columns} widths={widths}>
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
          <span className="block py-0.5 text-xs text-faint [overflow-wrap:anywhere]">{reason}</span>
        ) : null}
      </Cell>
      <Cell className="truncate">
        {/* The click area of the link covers the whole row. */}
        <Link
          className="text-airmail underline-offset-4 after:absolute after:inset-0 hover:underline"
          to={paths.template(templateId)}
        >
          <bdi>{name}</bdi>
        </Link>
        {name === templateId ? null : (
          <span className="block truncate font-mono text-xs text-faint">{templateId}</span>
        )}
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
    <td className={`block min-w-0 @4xl:table-cell @4xl:h-14 @4xl:px-3 @4xl:py-1.5 ${className}`}>
      {children}
    </td>
  );
}
