import { Link } from '@remix-run/react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { paths } from '#app/paths.ts';
import type { Usage } from '#app/usage/load-usage.server.ts';
import { UsageBar } from '#app/usage/usage-bar.tsx';

/** What is left of the plan this month; nothing if that could not be read. */
export function UsageCard({ plan, usage }: { plan: string; usage: Usage | null }) {
  if (!usage) return null;
  const { messagesUsed, messageLimit, apiCallsUsed, apiCallLimit, endsAt } = usage;
  return (
    <section aria-labelledby="usage" className="card min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-5 py-3">
        <h2 className="text-sm font-medium" id="usage">
          This month
        </h2>
        <Link className="link text-xs" to={paths.dashboard('plan-details')}>
          {plan} plan
        </Link>
      </div>
      <div className="grid gap-4 px-5 py-5">
        <UsageBar label="Messages" limit={messageLimit} used={messagesUsed} />
        <UsageBar label="API calls" limit={apiCallLimit} used={apiCallsUsed} />
        <p className="text-xs text-faint">
          Both counters reset on <Timestamp at={new Date(endsAt)} />.
        </p>
      </div>
    </section>
  );
}
