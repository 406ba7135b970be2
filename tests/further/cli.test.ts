import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { inherited } from '#scripts/environment.ts';
import { buildCommandLine } from '#scripts/packages/node.ts';
import { root } from '#scripts/root.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { startImportWorker } from '../support/dlt-import.ts';
import { codeOfRow } from '../support/otp-code.ts';

const [web] = await Promise.all([sharedWeb(), startImportWorker()]);
const account = await anAccount();
const ofAccount = {
  DAKIYA_URL: web.url,
  DAKIYA_ID: account.keyId,
  DAKIYA_KEY: account.secretKey,
};

let folder: string;
let used = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dakiya-cli-'));
  await buildCommandLine(join(folder, 'cli'));
});

afterAll(() => rm(folder, { recursive: true }));

/** `stdin` is only for commands that read it: a write to a command that has already ended would fail. */
type Run = { env?: Record<string, string>; stdin?: string };

/** Starts the built command in an environment without the profiles that this machine may have. */
function start(args: string[], env: Record<string, string>) {
  const { PATH = '' } = inherited;
  return spawn(process.execPath, [join(folder, 'cli/dakiya.cjs'), ...args], {
    env: { NODE_ENV: 'production', PATH, HOME: folder, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Runs the command to its end. */
async function dakiya(args: string[], { env = ofAccount, stdin }: Run = {}) {
  const child = start(args, env);
  child.stdin.end(stdin);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err, json: () => JSON.parse(out) };
}

const aNumber = () => String(9_822_200_000 + used++);

/** A folder for the profiles of one test. */
const aHome = async () => ({ XDG_CONFIG_HOME: await mkdtemp(join(folder, 'home-')) });

test('the command starts within 150 ms of processor time', async () => {
  const meter = join(folder, 'meter.cjs');
  const print = "process.on('exit', () => console.error(JSON.stringify(process.cpuUsage())));";
  await writeFile(meter, print);
  const env = { NODE_OPTIONS: `--require=${meter}` };
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const { err } = await dakiya(['--version'], { env });
    const { user, system } = JSON.parse(err);
    times.push((user + system) / 1_000);
  }
  expect(Math.min(...times)).toBeLessThan(150);
});

test('without a key a command exits with 3, and says how to log in', async () => {
  const { code, out, err } = await dakiya(['balance'], { env: await aHome() });
  expect([code, out]).toEqual([3, '']);
  expect(err).toContain('dakiya login');
});

test('a login from stdin is saved for the user alone, and later commands use it', async () => {
  const env = await aHome();
  const stdin = `${account.keyId}\n${account.secretKey}\n`;
  const login = await dakiya(['login', '--with-key', '--url', web.url], { env, stdin });
  expect([login.code, login.err]).toEqual([0, '']);
  expect(login.out).not.toContain(account.secretKey);
  const file = join(env.XDG_CONFIG_HOME, 'dakiya/profiles.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await dakiya(['balance', '--json'], { env })).json()).toMatchObject({ livemode: true });
  expect((await dakiya(['profiles'], { env })).out).not.toContain(account.secretKey);
  expect((await dakiya(['logout'], { env })).code).toBe(0);
  expect((await dakiya(['balance'], { env })).code).toBe(3);
});

test('a login with a wrong key saves nothing', async () => {
  const env = await aHome();
  const stdin = `${account.keyId}\nsk_wrong\n`;
  const { code, err } = await dakiya(['login', '--with-key', '--url', web.url], { env, stdin });
  expect(code).toBe(3);
  expect(err).toContain('code');
  expect((await dakiya(['profiles', '--json'], { env })).json()).toEqual([]);
});

test('the environment overrides the default profile, and a named profile overrides the environment', async () => {
  const env = await aHome();
  const other = await anAccount();
  const stdin = `${other.keyId}\n${other.secretKey}\n`;
  await dakiya(['--profile', 'other', 'login', '--with-key', '--url', web.url], { env, stdin });
  await dakiya(['login', '--with-key', '--url', web.url], { env, stdin });
  const idOf = async (args: string[]) => {
    const sent = await dakiya([...args, 'send', aNumber(), 'Hello', '--json'], {
      env: { ...env, ...ofAccount },
    });
    return sent.json().apiId;
  };
  expect(await idOf([])).toBe(account.keyId);
  expect(await idOf(['--profile', 'other'])).toBe(other.keyId);
  expect((await dakiya(['--profile', 'none', 'balance'], { env })).code).toBe(3);
});

test('a text is sent from an argument or from stdin, and only once per idempotency key', async () => {
  const to = aNumber();
  const first = await dakiya(['send', to, 'Your order', '--idempotency-key', `k-${to}`, '--json']);
  const again = await dakiya(['send', to, 'Your order', '--idempotency-key', `k-${to}`, '--json']);
  expect(first.json()).toMatchObject({ recipient: `+91${to}`, content: 'Your order' });
  expect(again.json()._id).toBe(first.json()._id);
  const piped = await dakiya(['send', to, '-', '--json'], { stdin: 'from a pipe\n' });
  expect(piped.json().content).toBe('from a pipe');
  expect((await dakiya(['send', to, '-'], { stdin: '' })).code).toBe(2);
});

test('a command that gets an error of the API exits with 1, and prints the error’s code, field and request, as text or as JSON', async () => {
  const { code, out, err } = await dakiya(['send', '12345', 'Hello']);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/code +invalid_recipient\n +field +recipient\n.+\n +request +req_/);
  const json = JSON.parse((await dakiya(['send', '12345', 'Hello', '--json'])).err);
  expect(json.error).toMatchObject({ code: 'invalid_recipient', param: 'recipient', status: 400 });
});

test('a command whose key lacks the scope exits with 3', async () => {
  const reader = await createKey({
    userId: account.userId,
    name: 'Reader',
    scopes: ['messages:read'],
  });
  const env = { ...ofAccount, DAKIYA_ID: reader.keyId, DAKIYA_KEY: reader.secretKey };
  expect((await dakiya(['send', aNumber(), 'Hello'], { env })).code).toBe(3);
  expect((await dakiya(['messages', 'list'], { env })).code).toBe(0);
});

test('a command that waits for a message exits with 0 if the message is delivered, and otherwise with 1', async () => {
  const sent = (await dakiya(['send', aNumber(), 'Hello', '--json'])).json();
  const wait = () => dakiya(['messages', 'wait', sent._id, '--timeout', '1']);
  const late = await wait();
  expect([late.code, late.err]).toEqual([1, expect.stringContaining('queued')]);
  const end = (state: 'delivered' | 'undelivered') =>
    prisma.message.updateMany({ where: { id: sent._id }, data: { state, settledAt: new Date() } });
  await end('delivered');
  expect((await wait()).code).toBe(0);
  await end('undelivered');
  const failed = await wait();
  expect([failed.code, failed.err]).toEqual([1, expect.stringContaining('undelivered')]);
});

test('messages are listed up to the limit, even over several pages, and a message is shown with its timeline', async () => {
  const owner = await anAccount();
  const env = { ...ofAccount, DAKIYA_ID: owner.keyId, DAKIYA_KEY: owner.secretKey };
  const batch = Array.from({ length: 105 }, () => ({ recipient: aNumber(), message: 'Hello' }));
  await client(web.url, owner).post('/messages/batch', { messages: batch });
  const listed = (await dakiya(['messages', 'list', '--limit', '103', '--json'], { env })).json();
  expect(listed).toHaveLength(103);
  const { out } = await dakiya(['messages', 'get', listed[0]._id], { env });
  expect(out).toContain(listed[0].recipient);
  expect((await dakiya(['messages', 'get', 'msg_none'], { env })).code).toBe(1);
});

test('a code is sent and verified, and the command exits with 1 for a wrong code', async () => {
  const to = aNumber();
  const sent = (await dakiya(['otp', 'send', to, '--length', '6', '--json'])).json();
  const code = codeOfRow(await prisma.otp.findUniqueOrThrow({ where: { id: sent.otpId } }));
  const wrong = code === '111111' ? '222222' : '111111';
  expect((await dakiya(['otp', 'verify', to, wrong])).code).toBe(1);
  expect((await dakiya(['otp', 'verify', to, code])).code).toBe(0);
});

test('a file of a portal is imported, and texts are checked against its templates', async () => {
  const file = join(root, 'sandbox/dlt/sample-registry.csv');
  const dry = await dakiya(['dlt', 'import', file, '--dry-run', '--create-missing', '--json']);
  expect([dry.code, dry.json().dry_run]).toEqual([0, true]);
  const done = await dakiya(['dlt', 'import', file, '--create-missing']);
  expect([done.code, done.out]).toEqual([0, expect.stringContaining('8 of 8 rows')]);
  const messages = JSON.stringify([
    { recipient: aNumber(), sender_id: 'ACMEIN', message: 'A text that is not registered' },
  ]);
  const checked = await dakiya(['dlt', 'check', '-'], { stdin: messages });
  expect([checked.code, checked.out]).toEqual([1, expect.stringContaining('dlt_')]);
  expect((await dakiya(['dlt', 'check', '-'], { stdin: '{' })).code).toBe(2);
  expect((await dakiya(['dlt', 'import', join(folder, 'none.csv')])).code).toBe(2);
});

test('endpoints are listed, a test event is posted to an endpoint, and replaying an unknown event fails', async () => {
  const { body } = await client(web.url, account).post('/webhooks/endpoints', {
    url: 'https://hooks.example/cli',
  });
  expect((await dakiya(['webhooks', 'list'])).out).toContain('https://hooks.example/cli');
  const event = await dakiya(['webhooks', 'trigger', body.data._id, 'otp.verified', '--json']);
  expect(event.json()).toMatchObject({ type: 'otp.verified', livemode: false });
  expect((await dakiya(['webhooks', 'replay', 'evt_none'])).code).toBe(1);
});

test('`dakiya logs tail` prints a message that is accepted while it runs, and no earlier message', async () => {
  const owner = await anAccount();
  const env = { ...ofAccount, DAKIYA_ID: owner.keyId, DAKIYA_KEY: owner.secretKey };
  const send = (message: string) =>
    client(web.url, owner).post('/messages/send-message', { recipient: aNumber(), message });
  await send('before');
  const child = start(['logs', 'tail', '--count', '1', '--json'], env);
  const lines = text(child.stdout);
  const isFirstReadDone = async () => {
    const period = await prisma.usagePeriod.findFirstOrThrow({ where: { userId: owner.userId } });
    return period.apiCallsUsed >= 2;
  };
  await until('the command has read the messages before', isFirstReadDone);
  await send('meanwhile');
  expect(JSON.parse(await lines).content).toBe('meanwhile');
});

test('`dakiya keys` shows the key in use, and the page on which a user can change keys', async () => {
  const shown = (await dakiya(['keys', 'list', '--json'])).json();
  expect(shown).toMatchObject({ apiId: account.keyId, livemode: true });
  for (const action of ['create', 'rotate', 'delete']) {
    const { code, err } = await dakiya(['keys', action]);
    expect([code, err]).toEqual([3, expect.stringContaining(`${web.url}/dashboard/keys/`)]);
  }
});

test('`dakiya doctor` names the problem, and exits with 1', async () => {
  const env = await aHome();
  const stdin = `${account.keyId}\n${account.secretKey}\n`;
  await dakiya(['login', '--with-key', '--url', web.url], { env, stdin });
  const well = await dakiya(['doctor', '--json'], { env });
  expect(well.json().filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  expect(well.code).toBe(0);
  const file = join(env.XDG_CONFIG_HOME, 'dakiya/profiles.json');
  const saved = JSON.parse(await readFile(file, 'utf8'));
  saved.default.apiKey = 'sk_wrong';
  await rm(file);
  await writeFile(file, JSON.stringify(saved), { mode: 0o644 });
  const ill = await dakiya(['doctor', '--json'], { env });
  const names = ill
    .json()
    .flatMap(({ ok, name }: { ok: boolean; name: string }) => (ok ? [] : [name]));
  expect([ill.code, names]).toEqual([1, ['file', 'key']]);
  const away = await dakiya(['doctor'], {
    env: { ...ofAccount, DAKIYA_URL: 'http://127.0.0.1:9' },
  });
  expect([away.code, away.out]).toEqual([1, expect.stringContaining('cannot be reached')]);
});

test.each(['bash', 'zsh', 'fish'])(
  'the completion for %s contains every command',
  async (shell) => {
    const { out } = await dakiya(['completion', shell]);
    for (const word of ['send', 'otp', 'messages', 'wait', 'dlt', 'import', 'doctor'])
      expect(out).toContain(word);
  },
);

test('the completion for bash offers the subcommands of the typed command', async () => {
  const { out } = await dakiya(['completion', 'bash']);
  const script = `${out}\nCOMP_WORDS=(dakiya messages w); COMP_CWORD=2; _dakiya; echo "\${COMPREPLY[@]}"`;
  const child = spawn('bash', ['-c', script]);
  expect(await text(child.stdout)).toBe('wait\n');
});

test('unknown commands, options and values lead to exit code 2, and asking for help or the version leads to 0', async () => {
  for (const args of [
    ['sned'],
    ['send'],
    ['balance', '--none'],
    ['messages', 'list', '--limit', '0'],
  ])
    expect([args, (await dakiya(args)).code]).toEqual([args, 2]);
  expect((await dakiya(['completion', 'csh'])).code).toBe(2);
  for (const args of [['--help'], ['send', '--help'], ['--version']])
    expect([args, (await dakiya(args)).code]).toEqual([args, 0]);
});

test('output has no colours if it is not a terminal, and no command takes a key as an argument', async () => {
  const { out, err } = await dakiya(['send', '12345', 'Hello']);
  expect(out + err).not.toContain('\u001b');
  expect((await dakiya(['login', '--help'])).out).not.toMatch(/--(api-)?key/);
});

test('the command is one file without dependencies, with the version of the product', async () => {
  const own = JSON.parse(await readFile(join(folder, 'cli/package.json'), 'utf8'));
  const product = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  expect([own.version, own.dependencies]).toEqual([product.version, undefined]);
  expect((await dakiya(['--version'])).out).toBe(`${product.version}\n`);
});
