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
 * Builds what runs in production into build/, unless it was built from the same sources already.
 *
 * @returns whether it built
 * @throws Error with what the compiler said
 */
export async function build(): Promise<boolean> {
  const hash = hashSources();
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === hash) return false;
  // An interrupted build must not pass for a whole one.
  await rm(stamp, { force: true });
  await buildSite();
  await compressAssets();
  await buildPrograms();
  await writeFile(stamp, hash);
  return true;
}
