import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PreviousNext, TextLink } from '#app/components/links.tsx';
import { docsAddress, docsSections } from '#app/content/docs.ts';
import { OnThisPage, PageBody } from '#app/content/page-body.tsx';
import { loadDocsSection } from '#app/content/read-docs.server.ts';
import { paths } from '#app/paths.ts';
import { ApiIdNote } from '#app/samples/api-id-note.tsx';
import { findReaderApiId } from '#app/samples/reader-api-id.server.ts';
import { publicPageMeta } from '#app/site/meta.ts';
import { PageHeader } from '#app/site/page-header.tsx';
import { WithDocsSections } from '#app/site/with-docs-sections.tsx';

export const meta: MetaFunction<typeof loader> = ({ data, ...args }) =>
  data
    ? [
        ...publicPageMeta(
          {
            title: `${data.page.title} · Documentation`,
            description: data.page.description,
            path: data.path,
          },
          args,
        ),
        { tagName: 'link', rel: 'alternate', type: 'text/markdown', href: data.markdown },
      ]
    : [];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const index = docsSections.findIndex(({ id }) => id === (params.section ?? docsSections[0].id));
  const section = docsSections[index];
  const shown = section && (await loadDocsSection(section.id, await findReaderApiId(request)));
  if (!shown) throw new Response(null, { status: 404 });
  return {
    ...shown,
    path: docsAddress(section.id),
    markdown: paths.docsMarkdown(section.id),
    before: neighbour(index - 1),
    after: neighbour(index + 1),
  };
}

function neighbour(index: number) {
  const section = docsSections[index];
  return section ? { to: docsAddress(section.id), title: section.title } : null;
}

/** A section of the documentation; `/docs` shows the first section. */
export default function Docs() {
  const { page, path, markdown, samples, keyId, errors, before, after } =
    useLoaderData<typeof loader>();
  return (
    <WithDocsSections current={path}>
      <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_10rem]">
        <article className="grid min-w-0 max-w-2xl grid-cols-1 content-start gap-8">
          <PageHeader title={page.title} />
          <PageBody
            aboveSamples={<ApiIdNote keyId={keyId} />}
            blocks={page.blocks}
            errors={errors}
            samples={samples}
          />
          <footer className="grid gap-6 border-t border-line pt-6">
            <p className="text-sm text-faint">
              Is something missing or unclear?{' '}
              <TextLink to={paths.contact}>Contact Support</TextLink>. This page as{' '}
              <a className="link" href={markdown}>
                Markdown
              </a>
              .
            </p>
            <PreviousNext after={after} before={before} />
          </footer>
        </article>
        <OnThisPage headings={page.headings} />
      </div>
    </WithDocsSections>
  );
}
