import type { StatCounts } from '#domain/messaging/stats/contract.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import { Swatch } from './failed-pattern.tsx';

type LegendProps = { counts: Pick<StatCounts, 'accepted' | 'delivered' | 'failed'>; of: string };

/**
 * The legend of the chart, with the counts of a period.
 *
 * @param of the period
 */
export function Legend({ counts, of }: LegendProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
      <span className="w-20 font-medium">{of}</span>
      {(['accepted', 'delivered', 'failed'] as const).map((series) => (
        <span className="inline-flex items-center gap-1.5" key={series}>
          <Swatch series={series} />
          <span>
            <span className="font-mono tabular-nums">{formatCount(counts[series])}</span>{' '}
            <span className="text-faint">{series}</span>
          </span>
        </span>
      ))}
    </span>
  );
}
