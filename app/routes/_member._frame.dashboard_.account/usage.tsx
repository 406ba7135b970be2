import type { ReactNode } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { dailyAverage } from '#app/usage/daily-average.ts';
import type { Usage } from '#app/usage/load-usage.server.ts';
import { UsageBar } from '#app/usage/usage-bar.tsx';
import { formatCount } from '#domain/shared/format-number.browser.ts';

/** The message usage of this month: used, daily average, remaining, and the reset date. */
export function MessageUsage({ usage }: { usage: Usage }) {
  const { messagesUsed, messageLimit, endsAt } = usage;
  return (
    <TitledCard heading="h2" id="usage" title="Message Usage">
      <div className="grid gap-5 p-5">
        <UsageBar label="Messages this month" limit={messageLimit} used={messagesUsed} />
        <p className="text-xs text-faint">
          A quota unit is one segment: a text of three segments uses three messages.
        </p>
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
          <Detail label="Daily average">{formatCount(dailyAverage(messagesUsed))}</Detail>
          <Detail label="Remaining">{formatCount(Math.max(0, messageLimit - messagesUsed))}</Detail>
          <Detail label="Resets on">
            <Timestamp at={endsAt} />
          </Detail>
        </dl>
      </div>
    </TitledCard>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 sm:grid sm:gap-1">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="text-sm tabular-nums">{children}</dd>
    </div>
  );
}
