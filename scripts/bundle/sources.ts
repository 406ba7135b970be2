import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

/** Files, and folders with their contents, that the build depends on. */
const sources = [
  'app',
  'domain',
  'package-lock.json',
  'package.json',
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

/** A hash of everything that the build depends on. */
export function hashSources(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** The files below a path in a fixed order, without tests; none if the path does not exist. */
function filesIn(path: string): string[] {
  const place = join(root, path);
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}
