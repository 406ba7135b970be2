import { parseArgs } from 'node:util';
import type { DltArguments, DltCommand } from './operator/dlt.ts';
import { runOperatorCommand } from './stack/operator-command.ts';

const usage = `npm run dlt -- headers                       shows the headers that wait for approval, and approved ones that look alike
npm run dlt -- approve <account> <header>    lets the account send in the name of the header
npm run dlt -- decline <account> <header> --reason <text>
                                             the reason is for the account's owner; an approved header ends at once
npm run dlt -- evidence <account> <header> --to <file>
                                             writes what its owner uploaded to a new file
--by <name> is who decides, for the record: your login name unless given. --json prints JSON.
An account is given by its id, usr_….`;

const options = {
  json: { type: 'boolean', default: false },
  reason: { type: 'string' },
  by: { type: 'string' },
  to: { type: 'string' },
} as const;

/** Whether a command needs an account and a header. */
const takesHeader: Record<DltCommand, boolean> = {
  headers: false,
  approve: true,
  decline: true,
  evidence: true,
};

/**
 * npm run dlt: lets the operator decide which accounts may use which headers. Exit codes: 0 done, 1 not possible, 2
 * wrong arguments.
 */
runOperatorCommand({ usage, readArguments, load: () => import('./operator/dlt.ts') });

function readArguments(): DltArguments | null {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name = '', userId = '', header = '', ...more] = positionals;
    if (!isCommand(name) || more.length > 0) return null;
    if (takesHeader[name] ? header === '' : userId !== '') return null;
    return { name, userId, header, options: values };
  } catch {
    return null;
  }
}

function isCommand(name: string): name is DltCommand {
  return Object.hasOwn(takesHeader, name);
}
