import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { AccountStats } from '#domain/messaging/stats/contract.ts';
import { Chart } from './chart.tsx';
import { DayTable } from './day-table.tsx';
import { KeyFigures } from './key-figures.tsx';

/** What became of the messages of the last days; or that there were none, or that nobody knows now. */
export function StatsCard({ figures }: { figures: AccountStats | null }) {
  return (
    <section aria-labelledby="figures" className="card @container min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-5 py-3">
        <h2 className="text-sm font-medium" id="figures">
          Last 30 days
        </h2>
        <Link className="link text-xs" to={paths.ownDocsSection('analytics')}>
          How these numbers are counted
        </Link>
      </div>
      <Content figures={figures} />
    </section>
  );
}

function Content({ figures }: { figures: AccountStats | null }) {
  if (!figures) {
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
  if (figures.total.accepted === 0) {
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
      <KeyFigures figures={figures} />
      <Chart days={figures.days} total={figures.total} />
      <DayTable days={figures.days} />
    </>
  );
}
