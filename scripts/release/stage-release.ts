import { cp, lstat, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { root } from '../root.ts';
import type { Part } from './parts.ts';

/** The conditions by which Node chooses among the files of a package. */
const conditions = ['node', 'module-sync'];

/**
 * Copies a part and the files that it needs into an empty folder, with the same paths as here.
 *
 * @param part its programs must be built
 * @returns the number and size of the files
 * @throws Error if a program or a named file is missing
 */
export async function stageRelease({ folder, programs, more }: Part) {
  const to = join(root, folder);
  await rm(to, { recursive: true, force: true });
  const { fileList } = await nodeFileTrace(programs, {
    base: root,
    conditions,
  });
  let bytes = 0;
  for (const file of [...fileList].sort()) {
    const from = join(root, file);
    const entry = await lstat(from);
    if (entry.isDirectory()) continue;
    bytes += entry.size;
    await mkdir(dirname(join(to, file)), { recursive: true });
    await cp(from, join(to, file), { verbatimSymlinks: true });
  }
  for (const path of more) await cp(join(root, path), join(to, path), { recursive: true });
  return { files: fileList.size, megabytes: bytes / 1e6 };
}
