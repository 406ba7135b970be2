/** The end of an axis: the least round number that so many fit below, of which half is whole. */
export function axisMax(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const ends = [1, 2, 3, 4, 5, 6, 8, 10].map((times) => times * power);
  return ends.find((end) => end >= most && end % 2 === 0) ?? 10 * power;
}

/** How high something is drawn, in pixels: what there is can be seen, however little it is. */
export function barHeight(count: number, end: number, plot: number): number {
  return count === 0 ? 0 : Math.max(2, Math.round((count / end) * plot));
}
