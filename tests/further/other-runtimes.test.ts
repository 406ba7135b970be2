import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { inherited } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';
import { startChild } from '#scripts/services/child.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount } from '../support/account.ts';

const web = await sharedWeb();

const bunPackage = `bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`;

/**
 * The runtimes besides Node in which the library is tested. Each has the program, and the program's arguments before
 * the script. npm runs no install scripts here, so Bun is started directly from the package for this platform.
 */
const runtimes = {
  Deno: {
    command: join(root, 'node_modules/.bin/deno'),
    args: ['run', '--no-prompt', '--allow-net', '--allow-env', '--allow-read'],
  },
  Bun: { command: join(root, 'node_modules/@oven', bunPackage, 'bin/bun'), args: ['run'] },
};

/** Uses the library as a server does, and prints a line of JSON. */
const program = `
import { Dakiya, NotFoundError, OtpError, SignatureError, unwrapWebhook } from 'dakiya';

const { body, headers, secret } = JSON.parse(process.env.EVENT);
const dakiya = new Dakiya();
const nameOf = (promise) => promise.then(() => 'none', (error) => [
  error instanceof NotFoundError, error instanceof OtpError, error instanceof SignatureError,
].indexOf(true));

const { _id } = await dakiya.messages.send({ recipient: '9876543210', message: 'Hello' });
const ids = [];
for await (const message of dakiya.messages.list({ limit: 1 })) ids.push(message._id);
const { otpId } = await dakiya.otp.send({ recipient: '9876543211' });
const [sent] = (await dakiya.messages.list({ recipient: '9876543211' })).data;
const otp = /\\d{6}/.exec(sent.content)[0];
const wrong = otp === '111111' ? '222222' : '111111';
console.log(JSON.stringify({
  _id,
  ids,
  otpId,
  missing: await nameOf(dakiya.messages.get('msg_none')),
  wrong: await nameOf(dakiya.otp.verify({ recipient: '9876543211', otp: wrong })),
  verified: (await dakiya.otp.verify({ recipient: '9876543211', otp })).isVerified,
  event: (await unwrapWebhook(body, new Headers(headers), secret)).type,
  forged: await nameOf(unwrapWebhook(body + ' ', headers, secret)),
}));
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dakiya-runtimes-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(root, 'build/packages/node'), join(folder, 'node_modules/dakiya'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'program.mjs'), program);
});

afterAll(() => rm(folder, { recursive: true }));

describe.each(Object.entries(runtimes))('the Node library in %s', (runtime, { command, args }) => {
  // For some systems, the package of a runtime contains no program.
  const here = spawnSync(command, ['--version']).status === 0;
  if (!here) process.stderr.write(`Not run: the Node library in ${runtime}, which is missing\n`);

  test.skipIf(!here)('sends and lists messages, verifies codes and checks signatures', async () => {
    const { userId } = await anAccount();
    const key = await createKey({ userId, name: runtime, livemode: false });
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const body = '{"type":"ping","timestamp":"now","livemode":false,"data":{}}';
    const now = new Date();
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
    };
    const lines: string[] = [];
    const { ended } = await startChild({
      command,
      args: [...args, 'program.mjs'],
      cwd: folder,
      env: {
        ...inherited,
        ...{ DAKIYA_URL: web.url, DAKIYA_ID: key.keyId, DAKIYA_KEY: key.secretKey },
        ...{ EVENT: JSON.stringify({ body, headers, secret }), DENO_DIR: join(folder, 'cache') },
      },
      onLine: (line) => lines.push(line),
    });
    expect([(await ended).ok, lines]).toEqual([true, [expect.stringMatching(/^\{/)]]);
    const result = JSON.parse(lines[0] ?? '');
    const row = await prisma.otp.findFirstOrThrow({ where: { userId } });
    expect(result).toEqual({
      ...{ _id: expect.stringMatching(/^msg_/), ids: [result._id], otpId: row.id },
      ...{ missing: 0, wrong: 1, verified: true, event: 'ping', forged: 2 },
    });
  });
});
