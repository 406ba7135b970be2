import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { statusText } from '#domain/messaging/delivery/to-attempt.ts';
import { supervise } from './stack/supervise.ts';
import { printLine } from './stack/terminal.ts';

const usage = `npm run carrier -- list                shows the carriers, in the order in which they are tried
npm run carrier -- add <file>          adds a carrier; the file holds JSON, as an element of CARRIERS (- is stdin)
npm run carrier -- set <file>          changes a carrier that was added: all of it, by its name
npm run carrier -- pause <name>        sends nothing over it, and still receives its receipts
npm run carrier -- resume <name>       sends over it again
npm run carrier -- remove <name>       finishes what it has begun, and unbinds
npm run carrier -- test <name|file>    binds as a worker would, sends enquire_link, and unbinds; sends no message
    --to <number> --sender <header> --text <text> [--template <id>]   sends one, to that number alone
npm run carrier -- routes              shows the routes, in the order in which they are looked at
npm run carrier -- set-route <file>    adds a route, or changes the one of its name
npm run carrier -- remove-route <name>
--json prints JSON. Workers apply a change within a second.`;

const options = {
  json: { type: 'boolean', default: false },
  to: { type: 'string' },
  sender: { type: 'string' },
  text: { type: 'string' },
  template: { type: 'string' },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

type Command = (target: string, options: Options) => Promise<number>;

/** All take a name or a file, but `list` and `routes`. */
const commands: Record<string, Command> = {
  ...{ list, add, set, pause, resume, remove, test, routes },
  'set-route': setRoute,
  'remove-route': removeRoute,
};

/** Thrown for wrong arguments: the usage is shown. */
class UsageError extends Error {}

/**
 * npm run carrier: lists and changes the carriers, and tests one. Exit codes: 0 done, 1 not possible or the test
 * failed, 2 wrong arguments.
 */
supervise(async () => {
  const asked = readArguments();
  if (!asked) {
    printLine(usage);
    return 2;
  }
  // Imported late: the settings are read when the first module that needs them is loaded.
  const { ZodError } = await import('zod');
  const { CarrierError } = await import(
    '#domain/messaging/delivery/carrier-rows/manage-carriers.server.ts'
  );
  const { checkSettings } = await import('#platform/settings.ts');
  const { shutDown } = await import('#platform/shutdown.ts');
  checkSettings();
  try {
    return await asked.run(asked.target, asked.options);
  } catch (error) {
    if (error instanceof UsageError) {
      printLine(`${error.message}\n\n${usage}`);
      return 2;
    }
    if (error instanceof ZodError) {
      for (const { path, message } of error.issues)
        printLine(`${path.join('.') || 'carrier'}: ${message}`);
      return 1;
    }
    if (!(error instanceof CarrierError)) throw error;
    printLine(error.message);
    return 1;
  } finally {
    await shutDown();
  }
});

/** @returns null if the arguments are not valid */
function readArguments(): { run: Command; target: string; options: Options } | null {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name = '', target = '', ...more] = positionals;
    const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!run || more.length > 0 || ['list', 'routes'].includes(name) !== (target === ''))
      return null;
    return { run, target, options: values };
  } catch {
    return null;
  }
}

const verbs = () => import('#domain/messaging/delivery/carrier-rows/manage-carriers.server.ts');

async function list(_: string, { json }: Options): Promise<number> {
  const { rows, unusable } = await (await verbs()).listCarriers();
  const carriers = rows.map(({ config, source, pausedAt, out }) => {
    const { name, binds, rate, window } = config;
    const shown = binds.map(({ password, ...bind }) => bind);
    return { name, source, pausedAt, out, rate, window, binds: shown };
  });
  if (json) printLine(JSON.stringify({ carriers, unusable }, null, 2));
  else {
    for (const { name, source, pausedAt, out, rate, binds } of carriers) {
      const health = out ? `out since ${out.since}: ${out.reason}` : 'in use';
      const state = pausedAt ? `paused since ${pausedAt}` : health;
      const places = binds.map(
        ({ mode, host, port, connections }) => `${connections} × ${mode} ${host}:${port}`,
      );
      printLine(
        `${name}: ${state}; ${rate} submits a second; ${places.join(', ')}; from ${source}`,
      );
    }
    for (const { name, problem } of unusable) printLine(`${name}: cannot be used: ${problem}`);
    if (rows.length + unusable.length === 0) printLine('There are no carriers.');
  }
  return 0;
}

async function add(file: string): Promise<number> {
  const { name } = await (await verbs()).addCarrier(await readJson(file));
  printLine(`Added ${name}. Workers bind to it within a second.`);
  return 0;
}

async function set(file: string): Promise<number> {
  const { name } = await (await verbs()).replaceCarrier(await readJson(file));
  printLine(`Changed ${name}. Workers apply it within a second.`);
  return 0;
}

async function pause(name: string): Promise<number> {
  await (await verbs()).pauseCarrier(name, true);
  printLine(`Paused ${name}. It stays bound, for receipts.`);
  return 0;
}

async function resume(name: string): Promise<number> {
  await (await verbs()).pauseCarrier(name, false);
  printLine(`${name} is in use.`);
  return 0;
}

async function remove(name: string): Promise<number> {
  await (await verbs()).removeCarrier(name);
  printLine(`Removed ${name}. Workers finish its submits and unbind.`);
  return 0;
}

async function test(
  target: string,
  { json, to, sender, text, template }: Options,
): Promise<number> {
  const { parseCarrier } = await import('#domain/messaging/delivery/carriers/carrier-config.ts');
  const isFile = target === '-' || target.includes('.') || target.includes('/');
  const config = isFile
    ? parseCarrier(await readJson(target))
    : (await (await verbs()).findCarrier(target)).config;
  const asked = [to, sender, text].filter((value) => value !== undefined).length;
  if (asked > 0 && asked < 3) throw new UsageError('--to, --sender and --text go together.');
  if (to === undefined || sender === undefined || text === undefined) {
    const { testBinds } = await import(
      '#domain/messaging/delivery/carriers/test-carrier.server.ts'
    );
    const { receiveReceipt } = await import(
      '#domain/messaging/delivery/receipts/receive-receipt.server.ts'
    );
    const binds = await testBinds(config, receiveReceipt);
    if (json) printLine(JSON.stringify({ binds }, null, 2));
    else
      for (const bind of binds)
        printLine(`${bind.mode} ${bind.host}:${bind.port}: ${describe(bind)}`);
    return binds.every(({ isAlive }) => isAlive) ? 0 : 1;
  }
  const { sendTestMessage } = await import(
    '#domain/messaging/delivery/send-test-message.server.ts'
  );
  const result = await sendTestMessage(config, { to, sender, text, templateId: template ?? null });
  const { outcome, receipt } = result;
  if (json) printLine(JSON.stringify(result, null, 2));
  else if (!outcome) printLine('The carrier did not bind within ten seconds.');
  else if (outcome.kind === 'accepted') {
    printLine(`Accepted as ${outcome.carrierMessageId}.`);
    const state = receipt && [receipt.status, receipt.errorCode].filter(Boolean).join(' ');
    printLine(state ? `Receipt: ${state}.` : 'No receipt came within 30 seconds.');
  } else if (outcome.kind === 'refused') printLine(`Refused with ${statusText(outcome.status)}.`);
  else printLine('The carrier did not answer: it may have been sent.');
  return outcome?.kind === 'accepted' ? 0 : 1;
}

type Tested = { boundInMs: number | null; rejectedWith: number | null; isAlive: boolean };

function describe({ boundInMs, rejectedWith, isAlive }: Tested): string {
  if (rejectedWith !== null) return `the bind was rejected with ${statusText(rejectedWith)}`;
  if (boundInMs === null) return 'no connection, or no response to the bind';
  const bound = `bound after ${boundInMs} ms`;
  return isAlive
    ? `${bound}, enquire_link answered`
    : `${bound}, but enquire_link was not answered`;
}

const routeVerbs = () => import('#domain/messaging/delivery/routing/route-rows.server.ts');

async function routes(_: string, { json }: Options): Promise<number> {
  const listed = await (await routeVerbs()).listRoutes();
  if (json) printLine(JSON.stringify({ routes: listed }, null, 2));
  else if (listed.length === 0)
    printLine('There are no routes: carriers are tried in their order.');
  else {
    for (const { name, priority, carriers, ...conditions } of listed) {
      const wanted = Object.entries(conditions).filter(([, values]) => values.length > 0);
      const when = wanted.map(([what, values]) => `${what} ${values.join(', ')}`).join('; ');
      const steps = carriers.map(
        (one) => `${one.step}. ${one.name}${one.weight ? ` (${one.weight})` : ''}`,
      );
      printLine(`${name}: priority ${priority}; ${when || 'all messages'}; ${steps.join(', ')}`);
    }
  }
  return 0;
}

async function setRoute(file: string): Promise<number> {
  const { name } = await (await routeVerbs()).writeRoute(await readJson(file));
  printLine(`Workers use the route ${name} within a second.`);
  return 0;
}

async function removeRoute(name: string): Promise<number> {
  await (await routeVerbs()).removeRoute(name);
  printLine(`Removed the route ${name}.`);
  return 0;
}

/** @throws UsageError if there is no such file, or it holds no JSON */
async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file === '-' ? '/dev/stdin' : file, 'utf8');
  } catch {
    throw new UsageError(`${file} cannot be read.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file === '-' ? 'The input' : file} is not JSON.`);
  }
}
