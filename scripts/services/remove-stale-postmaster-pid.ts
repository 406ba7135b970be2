import { readFile, rm } from 'node:fs/promises';
import { errorCode } from './error-code.ts';
import { getCommandLine } from './processes.ts';

/**
 * Removes the `postmaster.pid` of a server that was killed, when its process number meanwhile
 * belongs to something else: PostgreSQL would believe that to be itself and refuse to start. It
 * sees to all other cases on its own.
 *
 * @param data the cluster's folder, which a live server names in its command line
 */
export async function removeStalePostmasterPid(data: string): Promise<void> {
  const file = `${data}/postmaster.pid`;
  try {
    const pid = Number((await readFile(file, 'utf8')).split('\n')[0]);
    if (!getCommandLine(pid)?.includes(data)) await rm(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
