import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packPythonLibrary } from '#scripts/packages/python.ts';
import { root } from '#scripts/root.ts';
import { python, pythonEnvironment } from '../harness/python.ts';

const source = join(root, 'packages/python');
const archive = 'dakiya-python.tar.gz';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dakiya-library-'));
  await packPythonLibrary(join(folder, archive));
});

afterAll(() => rm(folder, { recursive: true }));

/**
 * Runs Python in this file's folder.
 *
 * @returns its output, and whether it succeeded
 */
async function runPython(args: string[], path = join(source, 'src')) {
  const env = { ...pythonEnvironment, PYTHONPATH: path, MYPYPATH: path } as never;
  const run = promisify(execFile)(python ?? 'python3', args, { cwd: folder, env });
  return run.then(
    ({ stdout }) => ({ ok: true, output: stdout }),
    ({ stdout, stderr }) => ({ ok: false, output: `${stdout}${stderr}` }),
  );
}

/** The cache folder of mypy. Without a cache, each run would read the types of Python and httpx for seconds. */
const typesRead = join(root, 'node_modules/.cache/dakiya/mypy');
const mypy = ['-m', 'mypy', '--strict', '--cache-dir', typesRead];

/** A user's program. Its marked lines must be type errors: mypy reports every unneeded `ignore`. */
const typed = `
from dakiya import AsyncDakiya, Dakiya, unwrap_webhook

dakiya = Dakiya()

sent = dakiya.messages.send({"recipient": "9876543210", "message": "Hello"}, idempotency_key="a")
id: str = sent["_id"]
for message in dakiya.messages.list({"status": "failed"}):
    length: int = len(message["recipient"])
dakiya.otp.verify({"recipient": "9876543210", "otp": "482913"})
dakiya.suppressions.import_file({"file": ("list.csv", b"9876543210")})
dakiya.dlt.templates.import_file({"file": b"", "dry_run": True})
left: int = dakiya.account.get_balance(timeout=5)["balance"]


async def run(body: bytes, headers: "dict[str, str]") -> None:
    async with AsyncDakiya() as client:
        otp = await client.otp.send({"recipient": "9876543210"})
        id: str = otp["otpId"]
        async for message in client.messages.list():
            status: str = message["status"]
    event = unwrap_webhook(body, headers, ["whsec_a"])
    print(event["id"])
    if event["type"] == "message.delivered":
        print(event["data"]["recipient"])
    if event["type"] == "otp.verified":
        print(event["data"]["phoneNumber"])
    client.messages.get("msg_1")["status"]  # type: ignore[index]


# There is no such field.
dakiya.messages.send({"recipient": "9876543210", "text": "Hello"})  # type: ignore[typeddict-item]
# There is no such state.
dakiya.messages.list({"status": "lost"})  # type: ignore[typeddict-item]
# A number or an id is missing.
dakiya.otp.verify({"otp": "482913"})  # type: ignore[arg-type]
# There is no such option.
dakiya.account.get_balance(timeout_ms=50)  # type: ignore[call-arg]
`;

test('the Python library has the version of the product, in its sources and its metadata', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const texts = await Promise.all(
    ['pyproject.toml', 'src/dakiya/_version.py'].map((name) =>
      readFile(join(source, name), 'utf8'),
    ),
  );
  for (const text of texts)
    expect(text).toMatch(new RegExp(`^(?:__)?version(?:__)? = "${version}"$`, 'm'));
});

describe.skipIf(!python)('with Python', () => {
  test('pip installs the served file without a package index, with all modules and the type marker', async () => {
    const options = ['--no-index', '--no-build-isolation', '--no-deps', '--no-cache-dir', '-q'];
    const target = join(folder, 'installed');
    const pip = ['-m', 'pip', 'install', ...options, '--target', target, archive];
    expect(await runPython(pip)).toMatchObject({ ok: true });
    const modules = (await readdir(join(source, 'src/dakiya'))).filter((name) =>
      name.includes('.'),
    );
    expect((await readdir(join(target, 'dakiya'))).filter((name) => name.includes('.'))).toEqual(
      modules,
    );
    const program = 'import dakiya; print(dakiya.__file__, dakiya.Dakiya.__name__)';
    const { output } = await runPython(['-c', program], target);
    expect(output.trim()).toBe(`${join(target, 'dakiya/__init__.py')} Dakiya`);
  });

  test('with Python 3.9, mypy finds no error in the library, and finds wrong parameters, results and events', async () => {
    await writeFile(join(folder, 'typed.py'), typed);
    const args = [...mypy, '--python-version', '3.9', join(source, 'src/dakiya'), 'typed.py'];
    const { output } = await runPython(args);
    expect(output).toContain('Success');
  }, 180_000);

  test('the library passes its tests in Python', async () => {
    const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', join(source, 'tests')];
    expect(await runPython(args)).toMatchObject({ ok: true });
  });
});
