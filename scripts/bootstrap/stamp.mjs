import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** @param {...string} parts */
export function hash(...parts) {
  return createHash('sha256').update(parts.join('\0')).digest('hex');
}

/**
 * Whether a stamp file contains this hash, so that nothing has to be made again.
 *
 * @param {string} file
 * @param {string} value
 */
export function isStamped(file, value) {
  return existsSync(file) && readFileSync(file, 'utf8') === value;
}

/**
 * @param {string} file
 * @param {string} value
 */
export function stamp(file, value) {
  writeFileSync(file, value);
}
