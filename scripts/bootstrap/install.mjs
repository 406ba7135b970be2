import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLockfileInstalled } from './is-lockfile-installed.mjs';
import { linkPostgresLibraries } from './link-postgres-libraries.mjs';
import { hash, isStamped, stamp } from './stamp.mjs';

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
