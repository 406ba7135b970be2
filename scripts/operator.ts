import { parseArgs } from 'node:util';
import type { OperatorArguments } from './operator/operator.ts';
import { runOperatorCommand } from './stack/operator-command.ts';

const usage = `npm run operator -- grant <email> --role <owner|support|finance>   lets a user open the operator's console
npm run operator -- revoke <email>    ends the user's role
npm run operator -- list              shows the operators
--json prints JSON. Granting and revoking a role sign the user out.`;

/**
 * npm run operator: grants, revokes and lists the roles of operators. Exit codes: 0 done, 1 not possible, 2 wrong arguments.
 */
runOperatorCommand({ usage, readArguments, load: () => import('./operator/operator.ts') });

function readArguments(): OperatorArguments | null {
  try {
    const { values, positionals } = parseArgs({
      options: { role: { type: 'string' }, json: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [name = '', email = '', ...more] = positionals;
    const { role, json } = values;
    if (more.length > 0 || (name !== 'list') !== (email !== '')) return null;
    if (name === 'grant' && role !== undefined) return { name, email, role };
    if (role !== undefined) return null;
    if (name === 'revoke') return { name, email };
    return name === 'list' ? { name, json } : null;
  } catch {
    return null;
  }
}
