import { hostname } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import type { Command } from 'commander';
import { Dakiya } from '../../node/src/dakiya.ts';
import { completionOf, shells } from './completion.ts';
import {
  CommandError,
  exitCodes,
  formatFacts,
  formatTime,
  note,
  paint,
  print,
  printResult,
} from './output.ts';
import { pairInBrowser } from './pairing.ts';
import {
  type Context,
  defaultProfile,
  isReadableByOthers,
  type Profile,
  profilesFile,
  readProfiles,
  saveProfile,
} from './profiles.ts';

type LoginOptions = { url?: string; withKey?: boolean; name: string };

/** `login`, `logout`, `profiles`, `balance`, `doctor` and `completion`. */
export function addAccountCommands(
  program: Command,
  { client, isJson, profile }: Context,
  profileName: () => string | undefined,
): void {
  program
    .command('login')
    .description(
      'Logs this machine in: you approve it in a browser, which creates an API key. A key that you have is read from stdin.',
    )
    .option('--url <url>', 'address of the installation, such as https://sms.example.com')
    .option('--with-key', 'asks for an API key that you have, or reads it from stdin')
    .option('--name <machine>', 'name of this machine for the approval', hostname())
    .addHelpText(
      'after',
      `
With --with-key, stdin has the API ID and the API key in two lines:
  $ printf '%s\\n' "$ID" "$KEY" | dakiya login --with-key --url https://sms.example.com`,
    )
    .action(async ({ url: given, withKey, name: machine }: LoginOptions) => {
      const url = given ?? process.env.DAKIYA_URL;
      const entered = withKey
        ? await (process.stdin.isTTY ? ask(url) : readLines(url))
        : await pairInBrowser(url, machine);
      const name = profileName() ?? defaultProfile;
      const { apiId, apiKey } = entered;
      const { plan, livemode } = await new Dakiya({
        baseUrl: entered.url,
        apiId,
        apiKey,
      }).account.getBalance();
      await saveProfile(name, entered);
      const result = {
        profile: name,
        url: entered.url,
        apiId,
        plan,
        livemode,
        file: profilesFile(),
      };
      printResult(
        result,
        isJson(),
        () =>
          `${paint('green', '✓')} Logged in as ${apiId} (${livemode ? 'live' : 'test'}, plan ${plan}). The key is in ${profilesFile()}.`,
      );
    });

  program
    .command('logout')
    .description('Removes a saved profile. The key stays valid: delete it in the dashboard.')
    .action(async () => {
      const name = profileName() ?? defaultProfile;
      if (!(name in (await readProfiles())))
        throw new CommandError(`There is no profile “${name}”.`);
      await saveProfile(name, null);
      printResult({ profile: name }, isJson(), () => `The profile “${name}” is removed.`);
    });

  program
    .command('profiles')
    .description('Lists the saved profiles, without their keys.')
    .action(async () => {
      const all = Object.entries(await readProfiles()).map(([name, { url, apiId }]) => ({
        name,
        url,
        apiId,
      }));
      printResult(
        all,
        isJson(),
        (list) =>
          list.map(({ name, url, apiId }) => `${name}  ${apiId}  ${url}`).join('\n') ||
          'No profiles.',
      );
    });

  program
    .command('balance')
    .description('Shows how many messages the plan has left.')
    .action(async () => {
      const balance = await (await client()).account.getBalance();
      printResult(balance, isJson(), ({ balance: left, plan, valid_until, livemode }) =>
        formatFacts([
          ['messages left', left],
          ['plan', plan],
          ['until', formatTime(valid_until)],
          ['mode', livemode ? 'live' : 'test'],
        ]),
      );
    });

  program
    .command('doctor')
    .description(
      'Checks the key, the connection, the clock and the saved files. Exit code 1 if something is wrong.',
    )
    .action(async () => {
      const checks = await examine(await profile(), client);
      printResult(checks, isJson(), (all) =>
        all
          .map(({ ok, text }) => `${ok ? paint('green', '✓') : paint('red', '✗')} ${text}`)
          .join('\n'),
      );
      if (checks.some(({ ok }) => !ok)) process.exitCode = exitCodes.failed;
    });

  program
    .command('completion')
    .description('Prints the completion of a shell.')
    .argument('<shell>', shells.join(', '))
    .addHelpText('after', '\nExample:\n  $ dakiya completion bash >> ~/.bashrc')
    .action((shell: string) => print(completionOf(shell, program)));
}

/** @throws CommandError if a line is missing */
async function readLines(url: string | undefined): Promise<Profile> {
  const [apiId, apiKey] = (await readAll(process.stdin)).split('\n').map((line) => line.trim());
  if (!url) throw new CommandError('Pass --url, the address of the installation.', exitCodes.usage);
  if (apiId && apiKey) return { url, apiId, apiKey };
  throw new CommandError(
    'stdin must have the API ID and the API key, in two lines.',
    exitCodes.usage,
  );
}

/** Asks on the terminal. The key is not shown. */
async function ask(url: string | undefined): Promise<Profile> {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const address = url ?? (await terminal.question('Address of the installation: ')).trim();
    const apiId = (await terminal.question('API ID: ')).trim();
    note('API key (not shown):');
    isHidden = true;
    const apiKey = (await terminal.question('')).trim();
    return { url: address, apiId, apiKey };
  } finally {
    terminal.close();
  }
}

type Check = { name: string; ok: boolean; text: string };

/** A signature of a webhook is valid for five minutes, so a clock that is further off rejects every event. */
const mostSkewSeconds = 60;

/** Checks all that a command needs. */
async function examine({ url, apiId }: Profile, client: Context['client']): Promise<Check[]> {
  const checks: Check[] = [];
  const add = (name: string, ok: boolean, text: string) => checks.push({ name, ok, text });
  const isOpen = await isReadableByOthers();
  add(
    'file',
    !isOpen,
    isOpen
      ? `Other users of this machine can read ${profilesFile()}. Run: chmod 600 ${profilesFile()}`
      : 'Only you can read the saved keys.',
  );
  const began = Date.now();
  try {
    const answer = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(10_000) });
    add('connection', answer.ok, `${url} answered ${answer.status} in ${Date.now() - began} ms.`);
    const skew = (Date.parse(answer.headers.get('date') ?? '') - Date.now()) / 1_000;
    const isRight = Number.isNaN(skew) || Math.abs(skew) <= mostSkewSeconds;
    add(
      'clock',
      isRight,
      isRight
        ? 'The clock of this machine is right.'
        : `The clock of this machine is ${Math.round(Math.abs(skew))} s off.`,
    );
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    add('connection', false, `${url} cannot be reached: ${cause?.message ?? message}`);
    return checks;
  }
  try {
    const { plan, balance, livemode } = await (await client()).account.getBalance();
    add('key', true, `${apiId} is a ${livemode ? 'live' : 'test'} key of a ${plan} plan.`);
    add('balance', balance > 0, `${balance} messages are left.`);
  } catch (error) {
    add('key', false, `${apiId} is not accepted: ${(error as Error).message}`);
  }
  return checks;
}
