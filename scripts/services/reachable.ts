import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

const base = '/var/lib/dakiya';

/**
 * A folder of root that everybody may enter, whatever root's umask is: for data that would otherwise be in a
 * folder that only root may enter, such as /root.
 */
export async function reachableFolder(...names: string[]): Promise<string> {
  const folder = join(base, ...names);
  await mkdir(folder, { recursive: true });
  for (const part of [base, folder]) await chmod(part, 0o755);
  return folder;
}
