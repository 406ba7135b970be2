import type { load } from './load.server.ts';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';

/** Who the user is, and where they are signed in. */
export function View({ data }: { data: Awaited<ReturnType<typeof load>> }) {
  return (
    <div className="grid max-w-3xl gap-6">
      <Profile />
      <Sessions sessions={data.sessions} />
    </div>
  );
}
