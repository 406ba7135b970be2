import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  centralDirectory,
  emptyEntry,
  lastPart,
  localHeader,
  packPart,
  type ZipEntry,
} from '#platform/zip.ts';
import { root } from '../root.ts';

const source = join(root, 'packages/php');

/**
 * The modification date of all files in the archive, fixed so that the same sources give the same archive.
 */
const date = new Date('2026-01-01T00:00:00Z');

/**
 * Packs the PHP library for Composer, which reads `composer.json` in the archive's only folder, and for programs without Composer,
 * which require `dakiya/autoload.php`.
 *
 * @param file the path of the archive
 */
export async function packPhpLibrary(file: string): Promise<void> {
  const names = (await readdir(source, { recursive: true })).filter((name) => /\.\w+$/.test(name));
  const entries: ZipEntry[] = [];
  const pieces: Buffer[] = [];
  for (const name of names.sort()) {
    const text = await readFile(join(source, name), 'utf8');
    const [part, entry] = await packPart(emptyEntry(`dakiya/${name}`), text);
    entries.push(entry);
    pieces.push(localHeader(entry, date), part, lastPart);
  }
  await writeFile(file, Buffer.concat([...pieces, centralDirectory(entries, date)]));
}
