import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../root.ts';

/**
 * Runs `work` with a copy of a folder outside the checkout: inside it, Node would find missing files in the
 * checkout's packages.
 *
 * @param work gets the copy, which is removed afterwards
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
