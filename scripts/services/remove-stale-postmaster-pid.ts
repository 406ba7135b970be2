import { readFile, rm } from 'node:fs/promises';
import { errorCode } from './error-code.ts';
import { getCommandLine } from './processes.ts';

/**
 * Removes the `postmaster.pid` of a killed server if its process ID now belongs to another process:
 * PostgreSQL would take that for a running server and refuse to start. PostgreSQL handles all other cases
 * itself.
 *
 * @param data the cluster's folder, which a live server has in its command line
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
