import { readFile, writeFile } from 'node:fs/promises';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

type SourceMap = { sources: string[]; names: string[]; mappings: string };

/**
 * Reduces a program's source map to where each line of our own code begins, without packages. Node decodes
 * the whole map at the first error whose stack is read, while every request waits: with all columns and
 * packages it is 20 times as long. In stacks, lines of packages are those of the bundle.
 *
 * @param path the map
 */
export async function keepOwnLines(path: string): Promise<void> {
  const map = JSON.parse(await readFile(path, 'utf8')) as SourceMap;
  const own = map.sources.filter((source) => !source.includes('node_modules/'));
  const places = new Map(own.map((source, i) => [source, i]));
  const mappings = decode(map.mappings).map((line) => {
    const kept: SourceMapSegment[] = [];
    for (const segment of line) {
      const last = kept.at(-1);
      const place = places.get(map.sources[segment[1] ?? -1] ?? '');
      // A segment without a source ends the preceding segment of ours.
      if (segment.length === 1 || place === undefined) {
        if (last?.length !== 1) kept.push([segment[0]]);
      } else if (last?.[1] !== place || last[2] !== segment[2]) {
        kept.push([segment[0], place, segment[2], 0]);
      }
    }
    return kept;
  });
  await writeFile(
    path,
    JSON.stringify({ ...map, sources: own, names: [], mappings: encode(mappings) }),
  );
}
