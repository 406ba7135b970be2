import { CurrentPlan } from './current-plan.tsx';
import type { load } from './load.server.ts';
import { Password } from './password.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { MessageUsage } from './usage.tsx';

/** Who the user is, what they have and use, and where they are signed in. */
export function View({ data }: { data: Awaited<ReturnType<typeof load>> }) {
  return (
    <div className="grid max-w-3xl gap-6">
      <Profile hasPassword={data.hasPassword} />
      <Password hasPassword={data.hasPassword} />
      <MessageUsage usage={data.usage} />
      <CurrentPlan />
      <Sessions sessions={data.sessions} />
    </div>
  );
}
