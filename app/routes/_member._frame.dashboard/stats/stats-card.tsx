import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { AccountStats } from '#domain/messaging/stats/contract.ts';
import { HomeCard } from '../home-card.tsx';
import { Chart } from './chart.tsx';
import { DayTable } from './day-table.tsx';
import { KeyFigures } from './key-figures.tsx';

/** The statistics of the last 30 days, with an empty state and an error state. */
export function StatsCard({ stats }: { stats: AccountStats | null }) {
  return (
    <HomeCard
      id="statistics"
      link={{ to: paths.ownDocsSection('analytics'), label: 'How these numbers are counted' }}
      title="Last 30 days"
    >
      <Content stats={stats} />
    </HomeCard>
  );
}

function Content({ stats }: { stats: AccountStats | null }) {
  if (!stats) {
    return (
      <div className="grid justify-items-start gap-3 px-5 py-5">
        <h3 className="font-medium">Failed to load statistics</h3>
        <p className="text-sm text-faint">
          Your statistics could not be loaded. Messages are still being sent and counted. Please try
          again.
        </p>
        <Link className="button-quiet" reloadDocument to="">
          Try again
        </Link>
      </div>
    );
  }
  if (stats.total.accepted === 0) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-5">
        <p className="text-sm text-faint">
          No messages in the last 30 days. When your keys send messages, they are counted here by
          day.
        </p>
        <Link className="button-quiet" to={paths.dashboard('message')}>
          Open the console
        </Link>
      </div>
    );
  }
  return (
    <>
      <KeyFigures stats={stats} />
      <Chart days={stats.days} total={stats.total} />
      <DayTable days={stats.days} />
    </>
  );
}
