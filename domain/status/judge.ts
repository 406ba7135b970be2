import type { ComponentState } from './contract.browser.ts';

/** The states that a measurement can result in, the best first. */
const levels = ['operational', 'degraded_performance', 'partial_outage', 'major_outage'] as const;

export type Level = (typeof levels)[number];

const rank = (state: Level) => levels.indexOf(state);

export const worst = (...states: Level[]): Level =>
  levels[Math.max(0, ...states.map(rank))] ?? 'operational';

/** If there are fewer answers than this, their share of failures is ignored, unless all of them failed. */
const minAnswers = 20;

/** If all answers are failures, this many are enough for an outage. */
const minFailures = 5;

/** Judges the share of failures among answers. */
export function judgeFailures({ total, failed }: { total: number; failed: number }): Level {
  if (total < minAnswers) {
    return failed >= minFailures && failed === total ? 'major_outage' : 'operational';
  }
  const share = failed / total;
  if (share >= 0.5) return 'major_outage';
  if (share >= 0.2) return 'partial_outage';
  return share >= 0.05 ? 'degraded_performance' : 'operational';
}

/** How many seconds the oldest due item must have waited for a component to count as degraded, partly out, or out. */
export type LagLimits = readonly [degraded: number, partial: number, major: number];

/** Judges how long the oldest due item has waited, in seconds. */
export function judgeLag(seconds: number, [degraded, partial, major]: LagLimits): Level {
  if (seconds >= major) return 'major_outage';
  if (seconds >= partial) return 'partial_outage';
  return seconds >= degraded ? 'degraded_performance' : 'operational';
}

export type Judged = { state: Level; candidate: Level | null; candidateCount: number };

/** How many measurements in a row change a state. More are needed to improve it, so that the state does not flap. */
const measurements = { worse: 2, better: 5 };

/**
 * The next state after a measurement. A state changes only after several worse measurements in a row, or several better
 * ones. The next state is then the mildest of the worse measurements, or the worst of the better ones.
 */
export function judgeNext({ state, candidate, candidateCount }: Judged, measured: Level): Judged {
  const reach = (level: Level) => rank(level) - rank(state);
  const direction = Math.sign(reach(measured));
  if (direction === 0) return { state, candidate: null, candidateCount: 0 };
  const isSame = candidate !== null && Math.sign(reach(candidate)) === direction;
  const isCloser = isSame && Math.abs(reach(candidate)) < Math.abs(reach(measured));
  const next = isCloser ? candidate : measured;
  const count = isSame ? candidateCount + 1 : 1;
  if (count < (direction > 0 ? measurements.worse : measurements.better)) {
    return { state, candidate: next, candidateCount: count };
  }
  return { state: next, candidate: null, candidateCount: 0 };
}

/** A day in India, and a number of seconds of this day. */
type DaySeconds = { day: string; seconds: number };

const dayMs = 86_400_000;
const indiaMs = 5.5 * 3_600_000;

/** Splits the time between two moments, in milliseconds since 1970, by days in India. Only the last 90 days count. */
export function splitByDay(from: number, to: number): DaySeconds[] {
  const parts: DaySeconds[] = [];
  for (let at = Math.max(from, to - 90 * dayMs); at < to; ) {
    const next = Math.min(to, (Math.floor((at + indiaMs) / dayMs) + 1) * dayMs - indiaMs);
    const day = new Date(at + indiaMs).toISOString().slice(0, 10);
    parts.push({ day, seconds: Math.round((next - at) / 1_000) });
    at = next;
  }
  return parts.filter(({ seconds }) => seconds > 0);
}

/** How many seconds a component spent in each state on a day; `measured` is the time in all states together. */
export type StateSeconds = {
  measured: number;
  degraded: number;
  partial: number;
  major: number;
  maintenance: number;
};

/**
 * The share of time in which a component worked, in percent, as Statuspage computes it: 30% of a partial outage counts
 * as downtime; degraded performance and maintenance do not count as downtime. Null without a measurement.
 */
export function uptimePercent(days: readonly StateSeconds[]): number | null {
  const sum = (of: (day: StateSeconds) => number) => days.reduce((all, day) => all + of(day), 0);
  const measured = sum((day) => day.measured);
  if (measured === 0) return null;
  const lost = sum((day) => day.major + 0.3 * day.partial);
  return Math.max(0, Math.floor((1 - lost / measured) * 10_000) / 100);
}

/** How long a state must last on a day to colour the day’s bar, in seconds. */
const minSeconds = 60;

/** The state that the bar of a day shows: the worst state that lasted at least a minute. Null without a measurement. */
export function stateOfDay(day: StateSeconds | undefined): ComponentState | null {
  if (!day || day.measured === 0) return null;
  if (day.major >= minSeconds) return 'major_outage';
  if (day.partial >= minSeconds) return 'partial_outage';
  if (day.degraded >= minSeconds) return 'degraded_performance';
  return day.maintenance >= minSeconds ? 'under_maintenance' : 'operational';
}
