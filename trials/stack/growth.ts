import type { Reading } from './probe.ts';

/** The programs' memory at a point of a run, such as a number of requests or minutes. */
export type MemorySample = { at: number; web: Reading; worker: Reading };

/** The share of a run that is not counted: caches fill and code is compiled. */
const warmUp = 0.25;

/**
 * The maximum growth after the warm-up, in MiB. The heap is measured after garbage collection, so its limit is
 * small; resident memory returns to the system late and in large pieces.
 */
const maxGrowth = { heapMiB: 12, rssMiB: 100 };

/** @returns a sentence for each memory that grew too much from the first quarter of a run to its end */
export function findMemoryGrowth(samples: MemorySample[]): string[] {
  const last = samples.at(-1)?.at ?? 0;
  const counted = samples.filter(({ at }) => at >= last * warmUp);
  return (['web', 'worker'] as const).flatMap((program) =>
    (['heapMiB', 'rssMiB'] as const).flatMap((kind) => {
      const values = counted.map(({ at, [program]: reading }) => ({ at, value: reading[kind] }));
      const grown = slope(values) * last * (1 - warmUp);
      const what = kind === 'heapMiB' ? 'heap' : 'resident memory';
      return grown > maxGrowth[kind]
        ? [
            `The ${program}’s ${what} grows: by ${grown.toFixed(1)} MiB; the maximum is ${maxGrowth[kind]} MiB.`,
          ]
        : [];
    }),
  );
}

/** The slope of the fitted line, by least squares. */
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
