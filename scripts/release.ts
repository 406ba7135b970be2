import { spawnSync } from 'node:child_process';
import { cp, lstat, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { freePort } from './bootstrap/ports.mjs';
import { showBuild } from './bundle/build.ts';
import { type Part, parts } from './release/parts.ts';
import { listPackages } from './release/sbom.ts';
import { root } from './root.ts';
import { startServer } from './services/child.ts';
import { supervise } from './stack/supervise.ts';
import { step } from './stack/terminal.ts';

/**
 * npm run release: writes two parts to build/release, the production programs and the sandbox. Each part has only those files
 * of packages that it needs. The Dockerfile copies the parts.
 */
supervise(async () => {
  await showBuild();
  for (const part of parts) {
    await step(
      `Laying out ${part.folder}`,
      async () => {
        const size = await stageRelease(part);
        await withCopyOutside(part.folder, async (copy) => {
          smokeTestImports(copy, part);
          await smokeTestStart(copy, part);
        });
        return size;
      },
      ({ files, megabytes }) => `${part.folder}: ${files} files, ${megabytes.toFixed(1)} MB`,
    );
  }
  await step('Listing the packages', writeSbom, (count) => `${sbomFile}: ${count} packages`);
  return 0;
});

const sbomFile = 'build/release/dakiya/sbom.json';

/** Writes the list of the production packages. @returns how many packages it lists */
async function writeSbom(): Promise<number> {
  const sbom = await listPackages();
  await writeFile(join(root, sbomFile), `${JSON.stringify(sbom, null, 2)}\n`);
  return sbom.components.length;
}

/** Matches the error of `parseConfig`, and the usage that a command prints without arguments. */
const refusal = /Settings that cannot be used|^npm run [\w-]+ /m;

/**
 * Checks that a part contains everything that its programs import. Starts each program with invalid settings, which it
 * reports only after it has loaded its packages.
 *
 * @param copy the folder of the part
 * @throws Error with the program's output
 */
function smokeTestImports(copy: string, { folder, programs }: Part): void {
  for (const program of programs) {
    const { status, stderr, stdout } = spawnSync(process.execPath, [program], {
      cwd: copy,
      env: { NODE_ENV: 'production', PORT: 'none', DATABASE_POOL: 'none' },
      encoding: 'utf8',
      timeout: 60_000,
    });
    if (status === 0 || !refusal.test(stdout + stderr)) {
      throw new Error(`${folder}/${program} does not load:\n${stdout}${stderr}`);
    }
  }
}

/**
 * Checks that a part contains everything that its program reads while it starts. Call it only for a part whose program runs
 * alone and without settings.
 *
 * @param copy the folder of the part
 * @throws Error with the program's last output if it does not become ready
 */
async function smokeTestStart(copy: string, { programs, ready }: Part): Promise<void> {
  const [program] = programs;
  if (!ready || !program) return;
  const [smpp, smtp, pages] = [await freePort(), await freePort(), await freePort()];
  const server = await startServer({
    name: program,
    ready,
    command: process.execPath,
    args: [program],
    cwd: copy,
    env: {
      SMPP_PORT: String(smpp),
      SANDBOX_SMTP_PORT: String(smtp),
      SANDBOX_PORT: String(pages),
    },
  });
  await server.stop();
}

/** The conditions with which Node chooses among a package's files. */
const conditions = ['node', 'module-sync'];

/**
 * Copies a part and the files that it needs into an empty folder, keeping their paths.
 *
 * @param part the part, whose programs must already be built
 * @returns the number and size of the files
 * @throws Error if a program or a named file is missing
 */
async function stageRelease({ folder, programs, more }: Part) {
  const to = join(root, folder);
  await rm(to, { recursive: true, force: true });
  const { fileList } = await nodeFileTrace(programs, {
    base: root,
    conditions,
  });
  let bytes = 0;
  for (const file of [...fileList].sort()) {
    const from = join(root, file);
    const entry = await lstat(from);
    if (entry.isDirectory()) continue;
    bytes += entry.size;
    await mkdir(dirname(join(to, file)), { recursive: true });
    await cp(from, join(to, file), { verbatimSymlinks: true });
  }
  for (const path of more) await cp(join(root, path), join(to, path), { recursive: true });
  return { files: fileList.size, megabytes: bytes / 1e6 };
}

/**
 * Runs `work` with a copy of a folder outside the checkout. Inside the checkout, Node would take files that the copy lacks
 * from the checkout's packages.
 *
 * @param work called with the path of the copy, which is removed afterwards
 */
async function withCopyOutside(
  folder: string,
  work: (copy: string) => Promise<void>,
): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'dakiya-release-'));
  try {
    await cp(join(root, folder), copy, { recursive: true, verbatimSymlinks: true });
    await work(copy);
  } finally {
    await rm(copy, { recursive: true });
  }
}
