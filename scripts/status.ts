import { parseArgs } from 'node:util';
import type { StatusArguments } from './operator/status.ts';
import { runOperatorCommand } from './stack/operator-command.ts';

const usage = `npm run status -- export <folder>   writes the status page, its summary and its feed as files
The folder is made if it is missing; files of an earlier export are replaced. Run it every minute, on a machine
that reaches the database, and serve the folder from a server that does not depend on this installation.`;

/** npm run status: writes a static copy of the status page. Exit codes: 0 done, 1 not possible, 2 wrong arguments. */
runOperatorCommand({ usage, readArguments, load: () => import('./operator/status.ts') });

function readArguments(): StatusArguments | null {
  try {
    const { positionals } = parseArgs({ options: {}, allowPositionals: true });
    const [name, folder, ...more] = positionals;
    return name === 'export' && folder && more.length === 0 ? { folder } : null;
  } catch {
    return null;
  }
}
