import { parseArgs } from 'node:util';
import type { CarrierArguments, CarrierCommand } from './operator/carrier.ts';
import { runOperatorCommand } from './stack/operator-command.ts';

const usage = `npm run carrier -- list                shows the carriers, in the order in which they are tried
npm run carrier -- add <file>          adds a carrier; the file has JSON like an element of CARRIERS (- is stdin)
npm run carrier -- set <file>          replaces all settings of an added carrier with the same name
npm run carrier -- pause <name>        sends nothing over it, and still receives its receipts
npm run carrier -- resume <name>       sends over it again
npm run carrier -- remove <name>       waits for pending responses, unbinds, and removes the carrier
npm run carrier -- test <name|file>    binds as a worker would, sends enquire_link, and unbinds; sends no message
    --to <number> --sender <header> --text <text> [--template <id>]   sends one message to this number
npm run carrier -- unread <name>       shows the PDUs that we do not understand, with octets, and the receipts that match no
    message: the last 50 of each, for a week
npm run carrier -- routes              shows the routes, in the order in which they are tried
npm run carrier -- set-route <file>    adds a route, or replaces the route with the same name
npm run carrier -- remove-route <name>
--json prints JSON. Workers apply a change within a second.`;

const options = {
  json: { type: 'boolean', default: false },
  to: { type: 'string' },
  sender: { type: 'string' },
  text: { type: 'string' },
  template: { type: 'string' },
} as const;

/** Whether a command takes a name or a file. */
const takesTarget: Record<CarrierCommand, boolean> = {
  ...{ list: false, add: true, set: true, pause: true, resume: true, remove: true, test: true },
  unread: true,
  ...{ routes: false, 'set-route': true, 'remove-route': true },
};

/**
 * npm run carrier: lists, changes and tests carriers. Exit codes: 0 done, 1 not possible or the test failed, 2 wrong arguments.
 */
runOperatorCommand({ usage, readArguments, load: () => import('./operator/carrier.ts') });

function readArguments(): CarrierArguments | null {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name = '', target = '', ...more] = positionals;
    if (!isCommand(name) || more.length > 0 || takesTarget[name] !== (target !== '')) return null;
    return { name, target, options: values };
  } catch {
    return null;
  }
}

function isCommand(name: string): name is CarrierCommand {
  return Object.hasOwn(takesTarget, name);
}
