import { docsSections } from '#app/content/docs.ts';
import { loadDocsSection } from '#app/content/load-docs-section.server.ts';
import { findDocsPage } from '#app/content/read-docs.server.ts';
import { readLivemode } from '#app/dashboard/mode/read-livemode.server.ts';
import { loadKeys, selectActiveKey } from '#app/keys/load-keys.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { mapInSlices } from '#platform/in-slices.ts';

/** Loads the selected section with an API ID of the dashboard's mode filled in, or the list of sections. */
export async function loadDocs(signedIn: SignedInUser, request: Request) {
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

export type SectionCard = Loaded['sections'][number];
export type ShownSection = NonNullable<Loaded['shown']>;
