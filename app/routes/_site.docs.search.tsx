import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { maxQueryLength } from '#app/content/docs.ts';
import { searchDocs } from '#app/content/read-docs.server.ts';
import { FoundList } from '#app/content/search/docs-search.tsx';
import { paths } from '#app/paths.ts';
import { PageHeader } from '#app/site/page-header.tsx';
import { WithDocsSections } from '#app/site/with-docs-sections.tsx';

export const meta: MetaFunction = () => [
  { title: 'Search · Documentation · Dakiya' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const given = new URL(request.url).searchParams.get('query') ?? '';
  const query = given.trim().slice(0, maxQueryLength);
  return { query, found: query === '' ? [] : await searchDocs(query) };
}

/** The results page of the documentation search, which works without JavaScript. */
export default function SearchResults() {
  const { query, found } = useLoaderData<typeof loader>();
  return (
    <WithDocsSections current={paths.docsSearch} key={query} query={query}>
      <div className="grid max-w-2xl grid-cols-1 content-start gap-8">
        <PageHeader title="Search" />
        {query === '' ? null : found.length > 0 ? (
          <section aria-label="Search results" className="card">
            <FoundList found={found} />
          </section>
        ) : (
          <p className="text-sm text-faint wrap-anywhere">
            {`No results for “${query}”. Try fewer or different words.`}
          </p>
        )}
      </div>
    </WithDocsSections>
  );
}
