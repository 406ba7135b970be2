import type { ReactNode } from 'react';
import { OnThisPage } from '#app/content/on-this-page.tsx';
import { PageBody } from '#app/content/page-body.tsx';
import type { LegalText } from '#app/content/read-legal.server.ts';
import { PageHeader } from './page-header.tsx';

type LegalPageProps = {
  text: LegalText;
  /** Headings in `children`, for the table of contents. */
  also?: LegalText['page']['headings'];
  children?: ReactNode;
};

/** A legal text with its title, date and table of contents. */
export function LegalPage({ text: { page, date }, also = [], children }: LegalPageProps) {
  return (
    <div className="grid gap-10">
      <div className="grid gap-3">
        <PageHeader title={page.title} />
        <p className="text-sm text-faint">Last updated: {date}</p>
      </div>
      <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_14rem]">
        <article className="grid min-w-0 content-start gap-12">
          <PageBody blocks={page.blocks} errors={[]} samples={{}} />
          {children}
        </article>
        <OnThisPage headings={[...page.headings, ...also]} />
      </div>
    </div>
  );
}
