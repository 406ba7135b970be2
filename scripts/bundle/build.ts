import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root.ts';
import { compressAssets } from './compress.ts';
import { buildPrograms } from './programs.ts';
import { buildSite } from './site.ts';
import { hashSources } from './sources.ts';

const stamp = join(root, 'build/.sources');

/**
 * Builds the production programs into build/, unless that was done from the same sources.
 *
 * @returns whether it built
 * @throws Error with the output of the compiler
 */
export async function build(): Promise<boolean> {
  const hash = hashSources();
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === hash) return false;
  // An interrupted build must not count as complete.
  await rm(stamp, { force: true });
  await buildSite();
  await compressAssets();
  await buildPrograms();
  await writeFile(stamp, hash);
  return true;
}
