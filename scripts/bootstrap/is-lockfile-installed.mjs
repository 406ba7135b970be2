import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether what npm last installed is what package-lock.json names: npm keeps a lock file of its
 * own in node_modules.
 *
 * @param {string} root the checkout
 */
export function holds(root) {
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

/** An optional package is left out where its programs would not run. */
function isNeeded({ optional, os, cpu, libc }) {
  if (!optional) return true;
  // Whether one for a certain C library belongs here is not worth finding out.
  return !libc && Boolean(os?.includes(process.platform) && cpu?.includes(process.arch));
}
