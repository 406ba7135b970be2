import { parseArgs } from 'node:util';
import type { AuditArguments } from './operator/audit.ts';
import { runOperatorCommand } from './stack/operator-command.ts';

const usage = `npm run audit -- verify                    checks every event of the audit trail, and says what protects it
npm run audit -- verify --against <root>   also compares the trail with a root that the log or an export contains
npm run audit -- root                      prints the current root
npm run audit -- reseal --reason <reason>  records why the trail is not what it was, for example after a restore`;

/**
 * npm run audit: checks the audit trail. Exit codes: 0 the trail is intact, 1 it is not, 2 wrong arguments.
 */
runOperatorCommand({ usage, readArguments, load: () => import('./operator/audit.ts') });

function readArguments(): AuditArguments | null {
  const { values, positionals } = parseArgs({
    options: { against: { type: 'string' }, reason: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const [command, ...more] = positionals;
  const { against, reason, ...unknown } = values;
  if (more.length > 0 || Object.keys(unknown).length > 0) return null;
  if (command === 'verify' && reason === undefined && against !== true) {
    return { command, against: against === undefined ? null : String(against) };
  }
  if (command === 'root' && reason === undefined && against === undefined) return { command };
  if (
    command === 'reseal' &&
    against === undefined &&
    typeof reason === 'string' &&
    reason.trim()
  ) {
    return { command, reason: reason.trim() };
  }
  return null;
}
