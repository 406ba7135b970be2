import type { Reading } from './probe.ts';

/** What the programs had in their memory after so much of a trial. */
export type Moment = { at: number; web: Reading; worker: Reading };

/** Until here caches fill and the compiler is at work: it does not count. */
const warmUp = 0.25;

/**
 * How much more may be there at the end than after warming up, in MiB. What was collected is gone from the
 * heap, so little; the system gets memory back late and in large pieces.
 */
const mayGrow = { heapMiB: 12, rssMiB: 100 };

/** @returns which memory grew from the first quarter of a trial to its end, a sentence each */
export function growth(moments: Moment[]): string[] {
  const last = moments.at(-1)?.at ?? 0;
  const counted = moments.filter(({ at }) => at >= last * warmUp);
  return (['web', 'worker'] as const).flatMap((program) =>
    (['heapMiB', 'rssMiB'] as const).flatMap((kind) => {
      const values = counted.map(({ at, [program]: reading }) => ({ at, value: reading[kind] }));
      const grown = slope(values) * last * (1 - warmUp);
      const what = kind === 'heapMiB' ? 'heap' : 'resident memory';
      return grown > mayGrow[kind]
        ? [
            `The ${program}’s ${what} grows: by ${grown.toFixed(1)} MiB where ${mayGrow[kind]} are allowed.`,
          ]
        : [];
    }),
  );
}

/** How much is added for each one of `at`, by least squares. */
function slope(points: { at: number; value: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, value] = [
    mean(points.map((point) => point.at)),
    mean(points.map((point) => point.value)),
  ];
  const spread = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0);
  const together = points.reduce((sum, point) => sum + (point.at - at) * (point.value - value), 0);
  return spread === 0 ? 0 : together / spread;
}
