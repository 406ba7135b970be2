import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { ZodError } from 'zod';
import {
  type CarrierConfig,
  findLongCredentials,
  parseCarrier,
} from '#domain/delivery/carriers/carrier-config.ts';
import { statusText } from '#domain/delivery/carriers/contract.ts';
import { proposeSettings, testBinds } from '#domain/delivery/carriers/test-carrier.ts';
import { receiveReceipt } from '#domain/delivery/receipts/receive-receipt.ts';
import { keepUnread, listUnread } from '#domain/delivery/receipts/unread-pdus.ts';
import { listUnmatched } from '#domain/delivery/reconcile/match-pending-receipts.ts';
import {
  addCarrier,
  CarrierError,
  findCarrier,
  listCarriers,
  pauseCarrier,
  removeCarrier,
  replaceCarrier,
} from '#domain/delivery/routing/manage-carriers.ts';
import { listRoutes, removeRoute, writeRoute } from '#domain/delivery/routing/route-rows.ts';
import { sendTestMessage } from '#domain/delivery/send-test-message.ts';
import { UsageError } from '../stack/operator-command.ts';
import { printLine } from '../stack/terminal.ts';

type CarrierOptions = {
  json: boolean;
  to?: string | undefined;
  sender?: string | undefined;
  text?: string | undefined;
  template?: string | undefined;
};

const commands = {
  ...{ list, add, set, pause, resume, remove, test, unread, routes },
  'set-route': setRoute,
  'remove-route': deleteRoute,
};

export type CarrierCommand = keyof typeof commands;

/** `target` is the name of a carrier or a route, or a file; empty for `list` and `routes`. */
export type CarrierArguments = { name: CarrierCommand; target: string; options: CarrierOptions };

/** Runs one command of `npm run carrier`. @returns the exit code */
export function run({ name, target, options }: CarrierArguments): Promise<number> {
  return commands[name](target, options);
}

export function explain(error: unknown): number | null {
  if (error instanceof ZodError) {
    for (const { path, message } of error.issues)
      printLine(`${path.join('.') || 'carrier'}: ${message}`);
    return 1;
  }
  if (!(error instanceof CarrierError)) return null;
  printLine(error.message);
  return 1;
}

async function list(_: string, { json }: CarrierOptions): Promise<number> {
  const { rows, unusable } = await listCarriers();
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
  const carrier = await addCarrier(await readJson(file));
  printLine(`Added ${carrier.name}. Workers bind to it within a second.`);
  warnOfLongCredentials(carrier);
  return 0;
}

async function set(file: string): Promise<number> {
  const carrier = await replaceCarrier(await readJson(file));
  printLine(`Changed ${carrier.name}. Workers apply it within a second.`);
  warnOfLongCredentials(carrier);
  return 0;
}

function warnOfLongCredentials({ binds }: CarrierConfig): void {
  for (const long of new Set(binds.flatMap(findLongCredentials))) {
    printLine(`${long}. Some carriers reject or truncate it.`);
  }
}

async function pause(name: string): Promise<number> {
  await pauseCarrier(name, true);
  printLine(`Paused ${name}. It stays bound, for receipts.`);
  return 0;
}

async function resume(name: string): Promise<number> {
  await pauseCarrier(name, false);
  printLine(`${name} is in use.`);
  return 0;
}

async function remove(name: string): Promise<number> {
  await removeCarrier(name);
  printLine(`Removed ${name}. Workers finish its submits and unbind.`);
  return 0;
}

async function test(
  target: string,
  { json, to, sender, text, template }: CarrierOptions,
): Promise<number> {
  const isFile = target === '-' || target.includes('.') || target.includes('/');
  const config = isFile ? parseCarrier(await readJson(target)) : (await findCarrier(target)).config;
  const asked = [to, sender, text].filter((value) => value !== undefined).length;
  if (asked > 0 && asked < 3) throw new UsageError('--to, --sender and --text go together.');
  if (to === undefined || sender === undefined || text === undefined) {
    const binds = await testBinds(config, { onReceipt: receiveReceipt, onUnread: keepUnread });
    if (json) printLine(JSON.stringify({ binds }, null, 2));
    else
      for (const bind of binds)
        printLine(
          [`${bind.mode} ${bind.host}:${bind.port}: ${describe(bind)}`, ...bind.proposals].join(
            '\n  ',
          ),
        );
    return binds.every(({ isAlive }) => isAlive) ? 0 : 1;
  }
  const result = await sendTestMessage(config, { to, sender, text, templateId: template ?? null });
  const { outcome, receipt, others, unread } = result;
  const proposals = proposeSettings(config, { text, ...result });
  if (json)
    printLine(
      JSON.stringify({ outcome, receipt, others, unread: unread.length, proposals }, null, 2),
    );
  else if (!outcome) printLine('The carrier did not bind within ten seconds.');
  else if (outcome.kind === 'accepted') {
    printLine(
      `Accepted ${outcome.carrierMessageId ? `as ${outcome.carrierMessageId}` : 'without an id'}.`,
    );
    const state =
      receipt && [receipt.status, receipt.errorCode, receipt.errorText].filter(Boolean).join(' ');
    const isUnclear = others.length > 0 || result.unknownWords.length > 0 || unread.length > 0;
    if (state) printLine(`Receipt: ${state}.`);
    else if (!isUnclear) printLine('No receipt came within 30 seconds.');
    else printLine('The carrier sent something that cannot be read as a receipt of the message.');
  } else if (outcome.kind === 'refused') printLine(`Refused with ${statusText(outcome.status)}.`);
  else printLine('The carrier did not answer: it may have been sent.');
  if (!json) for (const proposal of proposals) printLine(proposal);
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

/** Prints a carrier's unread PDUs in hex, and its receipts that match no message, newest first. */
async function unread(name: string, { json }: CarrierOptions): Promise<number> {
  const [pdus, unmatched] = await Promise.all([listUnread(name), listUnmatched(name)]);
  const shown = pdus.map(({ receivedAt, reason, octets }) => ({
    receivedAt: receivedAt.toISOString(),
    reason,
    octets: octets.toString('hex'),
    text: octets
      .toString('latin1')
      .replaceAll(/[^\x20-\x7e]+/g, ' ')
      .trim(),
  }));
  if (json) printLine(JSON.stringify({ carrier: name, unread: shown, unmatched }, null, 2));
  else {
    for (const { receivedAt, reason, octets, text } of shown) {
      printLine(`${receivedAt} ${reason}\n  ${octets}\n  ${text}`);
    }
    for (const { receivedAt, carrierMessageId, recipient, status } of unmatched) {
      const id = carrierMessageId === '' ? 'without an id' : `with id ${carrierMessageId}`;
      printLine(
        `${receivedAt.toISOString()} a receipt ${id} for ${recipient || 'no number'}: ${status}, matches no message`,
      );
    }
    if (shown.length === 0 && unmatched.length === 0)
      printLine(`Everything that ${name} sent in the last week is understood.`);
  }
  return 0;
}

async function routes(_: string, { json }: CarrierOptions): Promise<number> {
  const listed = await listRoutes();
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
  const { name } = await writeRoute(await readJson(file));
  printLine(`Workers use the route ${name} within a second.`);
  return 0;
}

async function deleteRoute(name: string): Promise<number> {
  await removeRoute(name);
  printLine(`Removed the route ${name}.`);
  return 0;
}

/** Reads a JSON file. @throws UsageError if there is no such file, or it is not JSON */
async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    // Standard input is read as a stream, because `/dev/stdin` cannot be opened if it is a socket, for example in a child
    // process of Node.js.
    text = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8');
  } catch {
    throw new UsageError(`${file} cannot be read.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file === '-' ? 'The input' : file} is not JSON.`);
  }
}
