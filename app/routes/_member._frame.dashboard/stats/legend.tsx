import { formatCount } from '#app/usage/usage-bar.tsx';
import type { StatCounts } from '#domain/messaging/stats/contract.ts';
import { Swatch } from './failed-pattern.tsx';

type LegendProps = { counts: Pick<StatCounts, 'accepted' | 'delivered' | 'failed'>; of: string };

/** What is drawn how, with how many of it there were. @param of in which time */
export function Legend({ counts, of }: LegendProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
      <span className="w-20 font-medium">{of}</span>
      {(['accepted', 'delivered', 'failed'] as const).map((figure) => (
        <span className="inline-flex items-center gap-1.5" key={figure}>
          <Swatch figure={figure} />
          <span>
            <span className="font-mono tabular-nums">{formatCount(counts[figure])}</span>{' '}
            <span className="text-faint">{figure}</span>
          </span>
        </span>
      ))}
    </span>
  );
}
