import { Cards } from './cards.tsx';
import type { load } from './load.server.ts';
import { OpenSection } from './open-section.tsx';

/** The documentation within the dashboard: its sections, or one of them. */
export function View({ data }: { data: Awaited<ReturnType<typeof load>> }) {
  return data.shown ? <OpenSection shown={data.shown} /> : <Cards sections={data.sections} />;
}
