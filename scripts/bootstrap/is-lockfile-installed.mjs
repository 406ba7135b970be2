import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether npm last installed what package-lock.json names: npm keeps its own lock file in node_modules.
 *
 * @param {string} root the checkout
 */
export function isLockfileInstalled(root) {
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

/** An optional package is left out where its programs cannot run. */
function isNeeded({ optional, os, cpu, libc }) {
  if (!optional) return true;
  // Whether a package for a particular C library is needed here is not checked.
  return !libc && Boolean(os?.includes(process.platform) && cpu?.includes(process.arch));
}
