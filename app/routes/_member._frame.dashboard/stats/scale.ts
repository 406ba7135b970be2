/** The upper end of an axis: the smallest round even number that is at least the maximum. */
export function axisMax(maxCount: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(maxCount, 1)));
  const ends = [1, 2, 3, 4, 5, 6, 8, 10].map((times) => times * power);
  return ends.find((end) => end >= maxCount && end % 2 === 0) ?? 10 * power;
}

/** Height of a bar in pixels. A count above zero is at least 2 px high, so that it is visible. */
export function barHeight(count: number, end: number, plotHeight: number): number {
  return count === 0 ? 0 : Math.max(2, Math.round((count / end) * plotHeight));
}
