import { fraction } from '../random.ts';

/** What can fail, how often it does compared with the others, where, and for how many milliseconds. */
const kinds = {
  'web stopped': { weight: 14, targets: ['web 0', 'web 1'], ms: [50, 1_500] },
  'web killed': { weight: 2, targets: ['web 0', 'web 1'], ms: [0, 300] },
  'worker stopped': { weight: 12, targets: ['worker 0', 'worker 1'], ms: [50, 1_500] },
  // Longer than the silence after which others get what it has reserved, and than its lease.
  'worker stopped for long': { weight: 1, targets: ['worker 0', 'worker 1'], ms: [6_000, 8_000] },
  'worker killed': { weight: 2, targets: ['worker 0', 'worker 1'], ms: [0, 300] },
  'clock jumps': { weight: 14, targets: ['clock 0', 'clock 1'], ms: [200, 3_000] },
  'Redis stopped': { weight: 12, targets: ['Redis'], ms: [50, 1_200] },
  'Redis killed': { weight: 8, targets: ['Redis'], ms: [0, 500] },
  // Longer than the second after which a program knows it.
  'Redis MISCONF': { weight: 1, targets: ['Redis'], ms: [1_500, 5_000] },
  'Redis OOM': { weight: 1, targets: ['Redis'], ms: [1_500, 5_000] },
  'Redis READONLY': { weight: 1, targets: ['Redis'], ms: [1_500, 5_000] },
  'Redis emptied': { weight: 2, targets: ['Redis'], ms: [0, 2_500] },
  'postmaster stopped': { weight: 10, targets: ['PostgreSQL'], ms: [50, 1_000] },
  'postmaster killed': { weight: 5, targets: ['PostgreSQL'], ms: [0, 300] },
  'PostgreSQL read-only': { weight: 2, targets: ['PostgreSQL'], ms: [200, 3_000] },
  'disk full': { weight: 8, targets: ['disk'], ms: [200, 1_500] },
  'carrier cut': { weight: 12, targets: ['carrier'], ms: [0, 800] },
  'carrier hangs': { weight: 12, targets: ['carrier'], ms: [50, 2_000] },
  'receiver cut': { weight: 8, targets: ['receiver'], ms: [0, 1_500] },
  'receiver hangs': { weight: 8, targets: ['receiver'], ms: [50, 2_000] },
  'carrier misbehaves': { weight: 6, targets: ['network'], ms: [50, 500] },
} as const satisfies Record<string, Kind>;

type Kind = { weight: number; targets: readonly string[]; ms: readonly [number, number] };

export type FaultKind = keyof typeof kinds;

/** A failure that begins, lasts, and is mended. */
export type Fault = {
  no: number;
  kind: FaultKind;
  /** What fails. Two faults of one target follow each other; others overlap. */
  target: string;
  /** Milliseconds from the beginning of the fault before. */
  afterMs: number;
  lastsMs: number;
  /** From 0 to 1: how bad it is, for kinds that have degrees. */
  degree: number;
};

/** The longest delay between the beginnings of two faults, in milliseconds. */
const maxGapMs = 350;

/** @returns a number of random faults; the same for the same seed */
export function planFaults(seed: number, count: number): Fault[] {
  const list = Object.entries(kinds) as [FaultKind, Kind][];
  const total = list.reduce((sum, [, { weight }]) => sum + weight, 0);
  return Array.from({ length: count }, (_, no) => {
    const part = (name: string) => fraction(seed, no, name);
    let place = part('kind') * total;
    const [kind, { targets, ms }] = list.find(([, { weight }]) => {
      place -= weight;
      return place < 0;
    }) as [FaultKind, Kind];
    return {
      no: no + 1,
      kind,
      target: targets[Math.floor(part('target') * targets.length)] as string,
      afterMs: part('gap') * maxGapMs,
      lastsMs: ms[0] + part('length') * (ms[1] - ms[0]),
      degree: part('degree'),
    };
  });
}
