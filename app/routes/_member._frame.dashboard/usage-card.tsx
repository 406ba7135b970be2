import { paths } from '#app/paths.ts';
import type { Usage } from '#app/usage/load-usage.server.ts';
import { UsageBar } from '#app/usage/usage-bar.tsx';
import { UsageMonth } from '#app/usage/usage-month.tsx';
import { HomeCard } from './home-card.tsx';

/** What is left of the plan this month; nothing if that could not be read. */
export function UsageCard({ plan, usage }: { plan: string; usage: Usage | null }) {
  if (!usage) return null;
  const { messagesUsed, messageLimit, apiCallsUsed, apiCallLimit } = usage;
  return (
    <HomeCard
      id="usage"
      link={{ to: paths.dashboard('plan-details'), label: `${plan} plan` }}
      title="This month"
    >
      <div className="grid gap-4 px-5 py-5">
        <UsageBar label="Messages" limit={messageLimit} used={messagesUsed} />
        <UsageBar label="API calls" limit={apiCallLimit} used={apiCallsUsed} />
        <p className="text-xs text-faint">
          <UsageMonth {...usage} />
        </p>
      </div>
    </HomeCard>
  );
}
