import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { PreviousNext } from '#app/components/links.tsx';
import { docsSections } from '#app/content/docs.ts';
import { OnThisPage, PageBody } from '#app/content/page-body.tsx';
import { findDocsPage, loadDocsSection } from '#app/content/read-docs.server.ts';
import { DocsSearch } from '#app/content/search/docs-search.tsx';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { loadKeys, selectActiveKey } from '#app/keys/keys.server.ts';
import { paths } from '#app/paths.ts';
import { ApiIdNote } from '#app/samples/api-id-note.tsx';
import { requireSignedInUser } from '#app/session/session.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { mapInSlices } from '#platform/in-slices.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'documentation' };
export const meta = screenMeta('documentation');

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(request);
  return loadDocs(signedIn, request);
}

/** The documentation within the dashboard: the list of sections, or one section. */
export default function DocsScreen() {
  const { shown, sections } = useLoaderData<typeof loader>();
  return shown ? <OpenSection shown={shown} /> : <Cards sections={sections} />;
}

/** A section within the dashboard, with links to all sections and to its public page. */
function OpenSection({ shown }: { shown: ShownSection }) {
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

/** A card for each section. The search finds the sections by title, and passages of their texts. */
function Cards({ sections }: { sections: SectionCard[] }) {
  const [word, setWord] = useState('');
  const searchTerm = word.trim().toLowerCase();
  const titled = sections.filter(({ title }) => title.toLowerCase().includes(searchTerm));
  const found = titled.length > 0 ? titled : sections;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="w-full max-w-xl">
          <DocsSearch onType={setWord} />
        </div>
        <Link className="link inline-block py-1 text-sm" to={paths.docs}>
          The public documentation
        </Link>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {found.map((section) => (
          <Card key={section.id} {...section} />
        ))}
      </ul>
    </>
  );
}

/** A card for a section. The click area of its link is the whole card. */
function Card({ id, title, about }: SectionCard) {
  return (
    <li className="card relative grid content-start gap-2 p-5 hover:border-control">
      <h2 className="text-sm font-medium">
        <Link
          className="after:absolute after:inset-0 hover:underline"
          to={paths.ownDocsSection(id)}
        >
          {title}
        </Link>
      </h2>
      <p className="text-sm text-faint">{about}</p>
    </li>
  );
}

/** Loads the selected section with an API ID of the dashboard's mode filled in, or the list of sections. */
async function loadDocs(signedIn: SignedInUser, request: Request) {
  const sectionId = new URL(request.url).searchParams.get('section');
  const sections = await mapInSlices(docsSections, toCard);
  const index = docsSections.findIndex(({ id }) => id === sectionId);
  const section = docsSections[index];
  if (!section) return { shown: null, sections };
  const [{ keys }, livemode] = await Promise.all([
    loadKeys(signedIn),
    readLivemode(request, signedIn),
  ]);
  const ofMode = (keys ?? []).filter((key) => key.livemode === livemode);
  const shown = await loadDocsSection(section.id, selectActiveKey(ofMode, null)?.keyId ?? null);
  return {
    sections,
    shown: shown && {
      ...shown,
      id: section.id,
      before: docsSections[index - 1] ?? null,
      after: docsSections[index + 1] ?? null,
    },
  };
}

/** The first sentence of a text. */
const firstSentence = (text: string) => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;

const toCard = ({ id, title }: (typeof docsSections)[number]) => ({
  id,
  title,
  about: firstSentence(findDocsPage(id)?.description ?? ''),
});

type Loaded = Awaited<ReturnType<typeof loadDocs>>;

type SectionCard = Loaded['sections'][number];
type ShownSection = NonNullable<Loaded['shown']>;
