import { type ReactNode, useState } from 'react';
import { docsAddress, docsSections } from '#app/content/docs.ts';
import { DocsSearch } from '#app/content/search/docs-search.tsx';
import { SidebarLayout } from './sidebar-layout.tsx';

const groups = [
  { links: docsSections.map(({ id, title }) => ({ to: docsAddress(id), label: title })) },
];

type WithDocsSectionsProps = {
  current: string;
  /** The query of the results page. */
  query?: string;
  children: ReactNode;
};

/**
 * A page of the documentation beside the list of sections. One search finds section titles in the list and passages in the
 * texts.
 */
export function WithDocsSections({ current, query = '', children }: WithDocsSectionsProps) {
  const [word, setWord] = useState(query);
  return (
    <SidebarLayout current={current} groups={groups} label="Documentation" word={word}>
      <div className="grid grid-cols-1 gap-8">
        <div className="max-w-2xl">
          <DocsSearch onType={setWord} query={query} />
        </div>
        {children}
      </div>
    </SidebarLayout>
  );
}
