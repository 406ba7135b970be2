import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inherited } from '#scripts/environment.ts';
import { buildNodeLibrary, packForNpm } from '#scripts/packages/node.ts';
import { root } from '#scripts/root.ts';

const run = promisify(execFile);

let folder: string;
/** The package as installed. */
let built: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dakiya-library-'));
  built = join(folder, 'node_modules/dakiya');
  await buildNodeLibrary(built);
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));

test('the library has the version of the product, and no dependencies', async () => {
  const [own, product] = await Promise.all([
    readJson(join(built, 'package.json')),
    readJson(join(root, 'package.json')),
  ]);
  expect(own).toMatchObject({ version: product.version, license: product.license });
  expect([own.dependencies, own.peerDependencies]).toEqual([undefined, undefined]);
  expect(await readFile(join(built, 'esm/dakiya.js'), 'utf8')).toContain(`"${product.version}"`);
});

test('the compressed library has at most 10 kB', async () => {
  for (const file of ['esm/dakiya.js', 'cjs/dakiya.cjs']) {
    expect(gzipSync(await readFile(join(built, file))).length).toBeLessThanOrEqual(10_000);
  }
});

test('the library uses no API that only Node has', async () => {
  const text = await readFile(join(built, 'esm/dakiya.js'), 'utf8');
  expect(text).not.toMatch(/^import |\bimport\(|require\(|node:|\bBuffer\b/m);
});

test('the library needs only APIs that edge runtimes have', async () => {
  const { Blob, Headers, Response, URLSearchParams, fetch, FormData } = globalThis;
  const { AbortController, TextDecoder, TextEncoder, atob, clearTimeout, crypto, setTimeout } =
    globalThis;
  const web = { Blob, Headers, Response, URLSearchParams, fetch, FormData };
  const more = {
    AbortController,
    TextDecoder,
    TextEncoder,
    atob,
    clearTimeout,
    crypto,
    setTimeout,
  };
  const loaded: { exports: Record<string, unknown> } = { exports: {} };
  const sent: Request[] = [];
  const answer = async (url: string, init: RequestInit) => {
    sent.push(new Request(url, init));
    return Response.json({ data: { _id: 'msg_1' } });
  };
  const context = createContext({ ...web, ...more, module: loaded, answer });
  runInContext(await readFile(join(built, 'cjs/dakiya.cjs'), 'utf8'), context);
  const program = `(async () => {
    const { Dakiya, unwrapWebhook } = module.exports;
    const options = { apiId: 'dk_a', apiKey: 'sk_b', baseUrl: 'https://dakiya.example' };
    const dakiya = new Dakiya({ ...options, fetch: answer });
    await dakiya.suppressions.import({ file: new Blob(['9876543210']) });
    const { _id } = await dakiya.messages.send({ recipient: '9876543210', message: 'Hello' });
    const refused = await unwrapWebhook('{}', {}, 'whsec_YWJj').catch(({ name }) => name);
    return [_id, refused].join(' ');
  })()`;
  expect(await runInContext(program, context)).toBe('msg_1 SignatureError');
  expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([
    '/api/v1/suppressions/import',
    '/api/v1/messages/send-message',
  ]);
});

test('publint finds no problem in the package', async () => {
  const { messages } = await publint({ pkgDir: built, pack: false, strict: true });
  const manifest = await readJson(join(built, 'package.json'));
  expect(messages.map((one) => formatMessage(one, manifest))).toEqual([]);
});

test('are-the-types-wrong finds no problem in the package, and the package contains only built files', async () => {
  const name = await packForNpm(built, folder);
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const args = [attw, join(folder, name), '--format', 'json', '--no-definitely-typed'];
  const { stdout } = await run(process.execPath, args, {
    cwd: folder,
    maxBuffer: 16 * 1024 * 1024,
  });
  const { analysis, problems } = JSON.parse(stdout);
  expect(analysis.types).toBeTruthy();
  expect(problems ?? {}).toEqual({});
  expect((await readdir(built)).sort()).toEqual(['README.md', 'cjs', 'esm', 'package.json']);
});

test.each([
  ['import', 'program.mjs', "import { Dakiya, OtpError } from 'dakiya';"],
  ['require', 'program.cjs', "const { Dakiya, OtpError } = require('dakiya');"],
])('a program can load the library with %s', async (_, file, load) => {
  const use = `const { messages } = new Dakiya({ apiId: 'a', apiKey: 'b', baseUrl: 'http://c' });`;
  const print = 'console.log(typeof messages.send, new OtpError("x").name);';
  await writeFile(join(folder, file), [load, use, print].join('\n'));
  const { stdout } = await run(process.execPath, [file], { cwd: folder, env: inherited as never });
  expect(stdout.trim()).toBe('function OtpError');
});

/** A user's program. Its marked lines must be type errors. */
const typed = `
import { Dakiya, unwrapWebhook } from 'dakiya';
const dakiya = new Dakiya();
export async function run(body: string, headers: Headers) {
  const sent = await dakiya.messages.send({ recipient: '9876543210', message: 'Hello' });
  const id: string = sent._id;
  for await (const { status, recipient } of dakiya.messages.list({ status: 'failed' })) {
    const known: 'failed' | string = status;
    console.log(known, recipient.length, id);
  }
  await dakiya.otp.verify({ recipient: '9876543210', otp: '482913' });
  await dakiya.suppressions.import({ file: new File([], 'list.csv') });
  await dakiya.dlt.templates.import({ file: new Blob(), dry_run: true });
  const event = await unwrapWebhook(body, headers, ['whsec_a']);
  if (event.type === 'message.delivered') console.log(event.data.recipient, event.id);
  if (event.type === 'otp.verified') console.log(event.data.phoneNumber);
  // @ts-expect-error: no such field
  await dakiya.messages.send({ recipient: '9876543210', text: 'Hello' });
  // @ts-expect-error: no such state
  dakiya.messages.list({ status: 'lost' });
  // @ts-expect-error: a number or an id is missing
  await dakiya.otp.verify({ otp: '482913' });
}
`;

test.each([
  ['bundlers', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
  ['Node', ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
])('requests, responses and events are typed, with %s', async (_, module, moduleResolution) => {
  const file = join(folder, 'typed.mts');
  await writeFile(file, typed);
  const program = ts.createProgram([file], {
    ...{ module, moduleResolution, strict: true, noEmit: true, types: [] },
    ...{ target: ts.ScriptTarget.ES2022, exactOptionalPropertyTypes: true },
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  });
  const problems = ts.getPreEmitDiagnostics(program);
  expect(
    problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  ).toEqual([]);
});
