import type { ProcessorTime } from './processor-time.ts';

/** A value's target. */
export type Target = {
  /** Such as `≥ 10,000/s`. */
  text: string;
  /** The value divided by the reference value. */
  ratio: number;
  met: boolean;
};

/** One line of the table. */
export type Row = {
  what: string;
  perSecond?: number;
  /** Milliseconds. */
  p50?: number;
  p99?: number;
  target?: Target;
};

/** Resident memory in MiB, with what is wanted at most. */
export type Memory = {
  when: string;
  web?: number;
  worker?: number;
  wanted?: { web: number } | { worker: number };
};

/** The result of a scenario. */
export type Report = {
  rows: Row[];
  memory: Memory[];
  processorTime?: ProcessorTime[];
  /** A sentence for each loss, duplicate or failure. */
  errors: string[];
};

/** A target: the value is at least this share of another. */
export function atLeast(share: number, value: number, of: number, text: string): Target {
  return { text, ratio: value / of, met: value / of >= share };
}

/** A target: the value is at most this share of another. */
export function atMost(share: number, value: number, of: number, text: string): Target {
  return { text, ratio: value / of, met: value / of <= share };
}
