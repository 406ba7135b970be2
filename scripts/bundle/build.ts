import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { inherited } from '../environment.ts';
import { buildCommandLine, buildNodeLibrary, packForNpm } from '../packages/node.ts';
import { packPhpLibrary } from '../packages/php.ts';
import { packPythonLibrary } from '../packages/python.ts';
import { root } from '../root.ts';
import { runCommand } from '../services/child.ts';
import { step } from '../stack/terminal.ts';
import { buildPrograms } from './programs.ts';

const stamp = join(root, 'build/.sources');

/**
 * Builds the production programs into build/, unless the last build used the same sources.
 *
 * @returns false if the last build is still current
 * @throws Error with the output of the compiler
 */
export async function build(): Promise<boolean> {
  const hash = hashSources();
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === hash) return false;
  // The stamp is removed first, so that an interrupted build does not count as complete.
  await rm(stamp, { force: true });
  await buildSite();
  await Promise.all([compressAssets(), buildLibraries(), buildPrograms()]);
  await writeFile(stamp, hash);
  return true;
}

/** Builds the programs if necessary, and prints the build as a step. */
export const showBuild = () =>
  step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));

/**
 * Builds the site: the files for browsers into build/client, and the server into build/server. build/server/start.js starts
 * the server; loading build/server/index.js starts nothing.
 *
 * @throws Error with the output of the compiler
 */
async function buildSite(): Promise<void> {
  await runCommand({
    name: 'remix vite:build',
    command: process.execPath,
    args: ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build'],
    cwd: root,
    env: { ...inherited, NODE_ENV: 'production' },
  });
  await writeFile(
    join(root, 'build/server/start.js'),
    "import { startWeb } from './index.js';\n\nawait startWeb();\n",
  );
}

/** Builds the libraries, and packs them into the files that the site offers for download. */
async function buildLibraries(): Promise<void> {
  await Promise.all([buildNodeLibrary(), buildCommandLine()]);
  const folder = join(root, 'build/client');
  for (const part of ['node', 'cli']) {
    const name = await packForNpm(join(root, 'build/packages', part), folder);
    // The download address must not change with the version.
    await rename(join(folder, name), join(folder, `dakiya-${part}.tgz`));
  }
  await packPhpLibrary(join(folder, 'dakiya-php.zip'));
  await packPythonLibrary(join(folder, 'dakiya-python.tar.gz'));
}

/**
 * How to compress a file, by the file extensions that the web server looks for. Compression is at its maximum, because each
 * file is compressed only once for all visitors.
 */
const ways = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Writes a compressed copy next to each script and stylesheet of the site. */
async function compressAssets(): Promise<void> {
  const directory = join(root, 'build/client/assets');
  const names = (await readdir(directory)).filter((name) => /\.(?:js|css)$/.test(name));
  const compressOne = async (name: string) => {
    const whole = await readFile(join(directory, name));
    for (const [ending, compress] of Object.entries(ways)) {
      await writeFile(join(directory, `${name}.${ending}`), await compress(whole));
    }
  };
  await Promise.all(names.map(compressOne));
}

/** The files and folders on which the build depends. */
const sources = [
  'app',
  'domain',
  'package-lock.json',
  'package.json',
  'packages',
  'platform',
  'prisma/schema.prisma',
  'prisma/seed.ts',
  'product.ts',
  'public',
  'remix.config.js',
  'sandbox',
  'scripts',
  'server',
  'server.ts',
  'tsconfig.json',
  'vite.config.ts',
  'worker',
];

/** Computes a hash of everything on which the build depends. */
function hashSources(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Lists the files below a path in a fixed order, without tests. The list is empty if the path does not exist. */
function filesIn(path: string): string[] {
  const place = join(root, path);
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}
