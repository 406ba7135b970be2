/** What a value is held against. */
export type Target = {
  /** Such as `≥ 10,000/s`. */
  words: string;
  /** The value as a share of what it is held against. */
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

/** Resident memory at one moment, in MiB. */
export type Memory = { when: string; web: number; worker?: number };

/** What a scenario found. */
export type Report = {
  rows: Row[];
  memory: Memory[];
  /** What was lost, doubled or failed, in sentences; empty if all is as it should be. */
  faults: string[];
};

/** A value that should be so large a share of another, or larger. */
export function atLeast(share: number, value: number, of: number, words: string): Target {
  return { words, ratio: value / of, met: value / of >= share };
}

/** A value that should be so large a share of another, or smaller. */
export function atMost(share: number, value: number, of: number, words: string): Target {
  return { words, ratio: value / of, met: value / of <= share };
}
