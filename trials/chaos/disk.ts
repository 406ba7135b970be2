import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { retry } from '#platform/promises.ts';

const kibibyte = 1024;
const sizeKiB = 768 * kibibyte;

/** A file system in memory, whose size can be changed while it is used. */
export type Disk = {
  /** Leaves no room but so many KiB, until it is emptied. */
  fill(leftKiB: number): Promise<void>;
  /** Gives it its usual size again. */
  empty(): Promise<void>;
  unmount(): Promise<void>;
};

/**
 * Mounts a file system on a folder.
 *
 * @returns null if we may not: that takes Linux, and root's rights
 */
export async function mountDisk(folder: string): Promise<Disk | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  // Not as a child that an interrupted script ends at once: it must unmount the disk first.
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(command, [...args, folder]);
  const resize = async (size: number) => {
    await run('mount', '-o', `remount,size=${size}k`);
  };
  try {
    await run('mount', '-t', 'tmpfs', '-o', `size=${sizeKiB}k,mode=755`, 'dakiya-chaos');
  } catch {
    // A container whose root lacks CAP_SYS_ADMIN.
    return null;
  }
  return {
    fill: (leftKiB) =>
      // PostgreSQL may have written more meanwhile: then the size would be too small, which is refused.
      retry(
        async () => {
          const { blocks, bfree, bsize } = await statfs(folder);
          await resize(Math.ceil(((blocks - bfree) * bsize) / kibibyte) + leftKiB);
        },
        { while: () => true, forMs: 5_000, everyMs: 1 },
      ),
    empty: () => resize(sizeKiB),
    async unmount() {
      // Lazily: files of a server that is being killed may be open.
      await run('umount', '-l');
    },
  };
}
