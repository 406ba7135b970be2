import { Link } from '@remix-run/react';
import { OnThisPage } from '#app/content/on-this-page.tsx';
import { PageBody } from '#app/content/page-body.tsx';
import { paths } from '#app/paths.ts';
import { ApiIdNote } from '#app/samples/api-id-note.tsx';
import { PreviousNext } from '#app/site/previous-next.tsx';
import type { ShownSection } from './load-docs.server.ts';

/** A section within the dashboard, with links to all sections and to its public page. */
export function OpenSection({ shown }: { shown: ShownSection }) {
  const { id, page, samples, errors, keyId, before, after } = shown;
  return (
    <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_10rem]">
      <article className="grid min-w-0 max-w-2xl grid-cols-1 content-start gap-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 text-sm">
          <Link className="link py-1" to={paths.dashboard('documentation')}>
            All sections
          </Link>
          <Link className="link py-1" to={paths.docsSection(id)}>
            Public page
          </Link>
        </div>
        <h2 className="font-serif text-xl">{page.title}</h2>
        <PageBody
          aboveSamples={<ApiIdNote keyId={keyId} signedIn />}
          blocks={page.blocks}
          errors={errors}
          samples={samples}
        />
        <PreviousNext after={toLink(after)} before={toLink(before)} />
      </article>
      <OnThisPage headings={page.headings} />
    </div>
  );
}

const toLink = (section: { id: string; title: string } | null) =>
  section && { to: paths.ownDocsSection(section.id), title: section.title };
