import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../root.ts';

/**
 * Does something with a copy of a folder that lies outside of the checkout: within it, Node would find what
 * is missing there in the checkout's own packages.
 *
 * @param work given the copy, which is gone afterwards
 */
export async function withCopyOutside(
  folder: string,
  work: (copy: string) => Promise<void>,
): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'dakiya-release-'));
  try {
    await cp(join(root, folder), copy, { recursive: true, verbatimSymlinks: true });
    await work(copy);
  } finally {
    await rm(copy, { recursive: true });
  }
}
