import { join } from 'node:path';
import { type Environment, inherited } from '../environment.ts';
import { applyMigrations } from '../migration/apply.ts';
import type { Child } from '../services/child.ts';
import { startPostgres } from '../services/postgres.ts';
import { ProcessRegistry } from '../services/processes.ts';
import { startRedis } from '../services/redis.ts';
import {
  checkPorts,
  localCarrierSettings,
  localProviderSettings,
  localSecrets,
  readSettings,
  type Settings,
} from './local-settings.ts';
import { type Account, type ProgramName, seed, startProgram } from './programs.ts';
import { type RegisterPart, supervise } from './supervise.ts';
import { colorize, formatLogLine, printDetail, printLine, step } from './terminal.ts';

/** The differences between the demo and development. */
type Kind = {
  title: string;
  NODE_ENV: 'production' | 'development';
  /** Work that must be done before the programs can run. */
  before?: () => Promise<unknown>;
  /** Returns Node's arguments that run one of our programs. */
  run(name: ProgramName | 'seed'): string[];
};

/** Starts all programs and services of Dakiya, and runs until a signal ends it. */
export function runStack({ title, NODE_ENV, before, run }: Kind): void {
  let running: ProcessRegistry | undefined;

  const work = async (enterPart: RegisterPart) => {
    printLine(`\n  ${colorize('bold', title)}\n`);
    const settings = await readSettings();
    const directory = await takeDirectory(settings);
    running = directory;
    const enter: RegisterPart = (...parts) => {
      enterPart(...parts);
      for (const { name, pid } of parts) directory.add(name, pid);
    };
    const services = await startServices(settings.DATA_DIR, enter);
    await before?.();
    const secrets = localSecrets(settings.DATA_DIR);
    const env = {
      // There is no load balancer that needs time to notice a shutdown.
      DRAIN_SECONDS: '0',
      // A new account can send at once, without confirming its address.
      REQUIRE_CONFIRMED_EMAIL: 'false',
      // Headers are approved automatically, because a demo has no operator who checks evidence.
      DLT_HEADER_APPROVAL: 'automatic',
      ...secrets,
      ...localCarrierSettings(settings, inherited, secrets.SMPP_PASSWORD),
      ...localProviderSettings(settings, inherited),
      // The sandbox's orders must survive a restart, like our orders.
      SANDBOX_PAYMENTS_FILE: join(settings.DATA_DIR, 'payments.json'),
      ...inherited,
      ...texts(settings),
      ...services,
      NODE_ENV,
    };
    const account = await step(
      'Filling the database',
      () => seed(run('seed'), env),
      ({ email }) => `Account ${email}`,
    );
    await step('Starting sandbox, worker and web', () => startAll(run, env, enter));
    printLine(welcomeText(settings, account));
    return undefined;
  };

  supervise(work, { interrupted: 0, afterwards: () => running?.clear() });
}

/**
 * Starts the sandbox, then the worker and the web server, and waits until all are ready. They stop in reverse order, so that
 * the worker can still unbind from the sandbox's carrier.
 */
async function startAll(run: Kind['run'], env: Environment, enter: RegisterPart): Promise<void> {
  const start = async (...names: ProgramName[]) =>
    enter(
      ...(await Promise.all(
        names.map(async (name) => {
          const prefix = colorize(colours[name], `${name.padEnd(7)} |`);
          const onLine = (line: string) => {
            for (const shown of formatLogLine(line).split('\n')) printLine(`${prefix} ${shown}`);
          };
          return { name, ...(await startProgram(name, { env, args: run(name), onLine })) };
        }),
      )),
    );
  await start('sandbox');
  await start('worker', 'web');
}

const colours = { web: 'cyan', worker: 'magenta', sandbox: 'yellow' } as const;

async function takeDirectory(settings: Settings): Promise<ProcessRegistry> {
  const running = new ProcessRegistry(settings.DATA_DIR);
  // If a demo is already running, the error that its port is in use is the clearest, so the ports are checked first.
  // Otherwise the ports are checked only after `take`, because programs of a killed demo may occupy them until `take`
  // has ended these programs.
  if (running.holder()) await checkPorts(settings);
  await running.take();
  await checkPorts(settings);
  return running;
}

function texts(settings: Settings): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, `${value}`]));
}

/**
 * Starts PostgreSQL and Redis on the data in a directory, and migrates the database.
 *
 * @returns the settings with the addresses of PostgreSQL and Redis
 */
async function startServices(dataDir: string, enter: RegisterPart) {
  const options = { dataDir, log: printDetail };
  const postgres = await shown('PostgreSQL', () => startPostgres(options), enter);
  const redis = await shown('Redis', () => startRedis(options), enter);
  await step(
    'Migrating the database',
    () => applyMigrations(postgres.url()),
    (names) =>
      names.length > 0 ? `Database migrated: ${names.join(', ')}` : 'Database up to date',
  );
  return { DATABASE_URL: postgres.url(), REDIS_URL: redis.url };
}

type Service = { port: number; process: Child | null; stop(): Promise<unknown> };

async function shown<S extends Service>(
  name: string,
  start: () => Promise<S>,
  enter: RegisterPart,
) {
  const service = await step(`Starting ${name}`, start, ({ port }) => `${name} on port ${port}`);
  // We do not end a server that was already running.
  if (service.process) enter({ ...service.process, name, stop: service.stop });
  return service;
}

/** Returns a text with the first steps for a new user: the pages to open, and commands that work without changes. */
function welcomeText(
  settings: Settings,
  { email, password, plan, keyId, secretKey }: Account,
): string {
  const site = `http://localhost:${settings.PORT}`;
  const handset = `http://localhost:${settings.SANDBOX_PORT}`;
  const call = (path: string, body?: object) =>
    [
      `curl -sS ${site}/api/v1/messages/${path} -H 'x-api-id: ${keyId}' -H 'x-api-key: ${secretKey}'`,
      ...(body ? [`-H 'content-type: application/json' -d '${JSON.stringify(body)}'`] : []),
    ].join(' ');
  const recipient = '9876543210';
  const heading = (text: string) => colorize('bold', text);

  return `
  ${heading('Dakiya is running.')}

  Site      ${colorize('cyan', site)}
  Handset   ${colorize('cyan', handset)}   where the messages arrive
  Mailbox   ${colorize('cyan', `${handset}/mailbox`)}   where the emails arrive
  Payments  ${colorize('cyan', `${handset}/payments`)}   where the orders arrive
  Slack     ${colorize('cyan', `${handset}/slack`)}   where notifications arrive, with WEBHOOK_ALLOW=127.0.0.1,localhost
  Account   ${email}, password ${password}, plan ${plan}

  ${heading('Send a message')} and see it on the handset:

${call('send-message', { recipient, message: 'Hello from Dakiya' })}

  ${heading('Check its status')}, with the _id from the response instead of MESSAGE_ID:

${call('MESSAGE_ID')}

  ${heading('Send a code, and check it')}, with the code on the handset instead of CODE:

${call('send-otp', { recipient })}
${call('verify-otp', { recipient, otp: 'CODE' })}

  Ctrl-C ends everything; the data stays in ${settings.DATA_DIR}.
`;
}
