import { readFile, writeFile } from 'node:fs/promises';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

type SourceMap = { sources: string[]; names: string[]; mappings: string };

/**
 * Takes what is not ours out of a program's source map. With the packages a map has 8 MB, which Node decodes at the
 * first error whose stack is read, while every request waits; stacks name the lines of packages in the bundle.
 *
 * @param path of the map
 */
export async function keepOwnLines(path: string): Promise<void> {
  const map = JSON.parse(await readFile(path, 'utf8')) as SourceMap;
  const isOwn = map.sources.map((source) => !source.includes('node_modules/'));
  const mappings = decode(map.mappings).map((line) => {
    const kept: SourceMapSegment[] = [];
    for (const segment of line) {
      if (segment.length > 1 && isOwn[segment[1] as number]) kept.push(segment);
      // One that names no source ends the own piece before it.
      else if (kept.at(-1)?.length !== 1) kept.push([segment[0]]);
    }
    return kept;
  });
  const sources = map.sources.map((source, i) => (isOwn[i] ? source : ''));
  await writeFile(path, JSON.stringify({ ...map, sources, mappings: encode(mappings) }));
}
