import { parseArgs } from 'node:util';
import type { AccountArguments } from './operator/account.ts';
import { runOperatorCommand } from './stack/operator-command.ts';

const usage = `npm run account -- show <account>
npm run account -- suspend <account> --reason <text> --notice <text>
npm run account -- resume <account> --reason <text>
The account is given by its id, usr_…, or its email address. The audit trail keeps the reason. The owner of the
account reads the notice on each page of the dashboard.`;

/**
 * npm run account: shows, suspends or resumes an account, with the same verbs as the console. Exit codes: 0 done, 1 not
 * possible, 2 wrong arguments.
 */
runOperatorCommand({ usage, readArguments, load: () => import('./operator/account.ts') });

function readArguments(): AccountArguments | null {
  const { values, positionals } = parseArgs({
    options: { reason: { type: 'string' }, notice: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const [verb, account, ...more] = positionals;
  const given = Object.keys(values).toSorted().join(' ');
  if (account === undefined || more.length > 0) return null;
  const { reason, notice } = values;
  if (verb === 'show' && given === '') return { verb, account };
  if (verb === 'suspend' && typeof reason === 'string' && typeof notice === 'string') {
    return given === 'notice reason' ? { verb, account, reason, notice } : null;
  }
  if (verb === 'resume' && typeof reason === 'string' && given === 'reason') {
    return { verb, account, reason };
  }
  return null;
}
