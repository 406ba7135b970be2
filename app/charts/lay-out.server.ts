import { scaleBand, scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { Latency, Period, StatCounts, StatStep } from '#domain/messaging/stats/contract.ts';
import { formatApproxDuration, formatCount, formatStep } from '#domain/shared/format.browser.ts';

/** A mark on an axis: its position, in percent of the plot from the top or from the left, and its label. */
export type Tick = {
  at: number;
  label: string;
  /** Whether the mark is hidden on phones, which have no room for it. */
  isMinor?: boolean;
};

/** The position of a part of a bar, in percent of the plot's height from the top. */
type Box = { y: number; height: number };

type Counts = Pick<StatCounts, 'accepted' | 'delivered' | 'failed'>;

/** The bar of a time step, with the counts of the step. */
export type Bar = {
  /** The left edge of the bar, in percent of the plot's width. */
  x: number;
  width: number;
  from: Date;
  /** The end of the step, exclusive. */
  to: Date;
  /** The name of the step, such as `Thu, 19 Nov` or `19 Nov, 14:00`. */
  name: string;
  counts: Counts;
  delivered: Box;
  failed: Box;
  inProgress: Box;
};

/** Messages by hour or day. The share of delivered messages is a line with its own axis on the right. */
export type VolumeChart = {
  bars: Bar[];
  counts: Tick[];
  percents: Tick[];
  times: Tick[];
  /** The line as the `d` of an SVG path in a plot of 100 by 100; empty without final states. */
  rate: string;
};

/** How long delivery took by hour or day: the two lines as the `d` of SVG paths in a plot of 100 by 100. */
export type LatencyChart = { p50: string; p95: string; durations: Tick[]; times: Tick[] };

const stepMs = { hour: 3_600_000, day: 86_400_000 };

/** The horizontal position of each step. */
const bandOf = (steps: readonly unknown[]) =>
  scaleBand<number>()
    .domain(steps.map((_, i) => i))
    .range([0, 100])
    .paddingInner(0.3)
    .paddingOuter(0.15);

/** A scale from the bottom of the plot to a round number at the top. */
const scaleUpTo = (most: number) =>
  scaleLinear()
    .domain([0, Math.max(most, 1)])
    .nice(3)
    .range([100, 0]);

/** The labels below the plot, for up to six steps. The last step always has a label. */
function timesOf(steps: readonly StatStep[], step: Period['step']): Tick[] {
  const band = bandOf(steps);
  const every = Math.max(1, Math.ceil(steps.length / 6));
  return steps.flatMap(({ at }, i) => {
    const places = (steps.length - 1 - i) / every;
    if (!Number.isInteger(places)) return [];
    const middle = (band(i) ?? 0) + band.bandwidth() / 2;
    return [{ at: middle, label: formatStep(at, step, 'axis'), isMinor: places % 2 === 1 }];
  });
}

/**
 * The count that a bar's height shows. A bar must be high enough for its parts, even if more messages were counted as settled
 * than as accepted.
 */
const heightOf = ({ accepted, delivered, failed }: Counts) =>
  Math.max(accepted, delivered + failed);

/** Lays out bars beside each other. The highest bar fills the plot. */
export function layOutBars(steps: readonly Pick<Bar, 'from' | 'to' | 'name' | 'counts'>[]): Bar[] {
  const most = Math.max(1, ...steps.map(({ counts }) => heightOf(counts)));
  return placeBars(steps, scaleLinear().domain([0, most]).range([100, 0]));
}

function placeBars(
  steps: readonly Pick<Bar, 'from' | 'to' | 'name' | 'counts'>[],
  scale: (count: number) => number,
): Bar[] {
  const band = bandOf(steps);
  return steps.map((step, i) => {
    const { delivered, failed } = step.counts;
    return {
      ...step,
      ...{ x: round(band(i) ?? 0), width: round(band.bandwidth()) },
      delivered: boxOf(scale, 0, delivered),
      failed: boxOf(scale, delivered, delivered + failed),
      inProgress: boxOf(scale, delivered + failed, heightOf(step.counts)),
    };
  });
}

export function layOutVolume(steps: readonly StatStep[], step: Period['step']): VolumeChart {
  const band = bandOf(steps);
  const scale = scaleUpTo(Math.max(...steps.map(heightOf)));
  const rates = steps.map(({ delivered, failed }) =>
    delivered + failed === 0 ? null : (100 * delivered) / (delivered + failed),
  );
  const known = rates.filter((rate) => rate !== null);
  const lowest = Math.floor(Math.min(...known, 99) / 25) * 25;
  const scaleRate = scaleLinear().domain([lowest, 100]).range([100, 0]);
  const draw = line<number | null>()
    .defined((rate) => rate !== null)
    .x((_, i) => round((band(i) ?? 0) + band.bandwidth() / 2))
    .y((rate) => round(scaleRate(rate ?? 0)));
  return {
    bars: placeBars(
      steps.map(({ at, accepted, delivered, failed }) => ({
        ...{ from: at, to: new Date(at.getTime() + stepMs[step]) },
        name: formatStep(at, step, 'long'),
        counts: { accepted, delivered, failed },
      })),
      scale,
    ),
    counts: scale
      .ticks(3)
      .filter(Number.isInteger)
      .map((count) => ({ at: round(scale(count)), label: formatCount(count) })),
    percents: scaleRate.ticks(4).map((rate) => ({ at: round(scaleRate(rate)), label: `${rate}%` })),
    times: timesOf(steps, step),
    rate: known.length > 0 ? (draw(rates) ?? '') : '',
  };
}

/**
 * A part of a bar, from one count up to another. A part that is not empty is at least 1.5 % high, so that it stays visible.
 */
function boxOf(scale: (count: number) => number, from: number, to: number): Box {
  if (to <= from) return { y: 0, height: 0 };
  const height = Math.max(1.5, scale(from) - scale(to));
  return { y: round(Math.max(0, scale(from) - height)), height: round(height) };
}

/** Lays out how long delivery took; null if nothing was delivered. */
export function layOutLatency(
  steps: readonly (StatStep & { delivery: Latency })[],
  step: Period['step'],
): LatencyChart | null {
  const all = steps.flatMap(({ delivery: { p95 } }) => p95 ?? []);
  if (all.length === 0) return null;
  const scale = scaleUpTo(Math.max(...all) / 1_000);
  const band = bandOf(steps);
  const draw = (of: (latency: Latency) => number | null) =>
    line<StatStep>()
      .defined(({ delivery }) => of(delivery) !== null)
      .x((_, i) => round((band(i) ?? 0) + band.bandwidth() / 2))
      .y(({ delivery }) => round(scale((of(delivery) ?? 0) / 1_000)))([...steps]) ?? '';
  return {
    p50: draw(({ p50 }) => p50),
    p95: draw(({ p95 }) => p95),
    durations: scale.ticks(3).map((seconds) => ({
      at: round(scale(seconds)),
      label: seconds === 0 ? '0' : formatApproxDuration(seconds * 1_000),
    })),
    times: timesOf(steps, step),
  };
}

/** A line without axes, as the `d` of an SVG path in a plot of 100 by 100; unknown values leave gaps. */
export function layOutSparkline(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return '';
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const scale = scaleLinear()
    .domain(least === most ? [least - 1, most + 1] : [least, most])
    .range([92, 8]);
  return (
    line<number | null>()
      .defined((value) => value !== null)
      .x((_, i) => round((100 * i) / (values.length - 1)))
      .y((value) => round(scale(value ?? 0)))([...values]) ?? ''
  );
}

const round = (value: number) => Math.round(value * 100) / 100;
