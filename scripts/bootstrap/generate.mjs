import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash, isStamped, stamp } from './stamp.mjs';

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
    // It would check the internet for a newer version of itself.
    { cwd: root, encoding: 'utf8', env: { ...process.env, CHECKPOINT_DISABLE: '1' } },
  );
  if (status !== 0) throw new Error(`prisma generate failed:\n${stderr}`);
  stamp(file, value);
}
