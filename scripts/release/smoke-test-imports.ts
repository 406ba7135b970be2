import { spawnSync } from 'node:child_process';
import type { Part } from './parts.ts';

/** The error of `parseConfig`, or the usage of a command without arguments. */
const refusal = /Settings that cannot be used|^npm run (refund -- <order>|carrier -- list)/m;

/**
 * Checks that a part contains everything that its programs import. Each is started with invalid settings:
 * it must name them, which is after its packages are loaded.
 *
 * @param copy the folder of the part
 * @throws Error with the program's output
 */
export function smokeTestImports(copy: string, { folder, programs }: Part): void {
  for (const program of programs) {
    const { status, stderr, stdout } = spawnSync(process.execPath, [program], {
      cwd: copy,
      env: { NODE_ENV: 'production', PORT: 'none', DATABASE_POOL: 'none' },
      encoding: 'utf8',
      timeout: 60_000,
    });
    if (status === 0 || !refusal.test(stdout + stderr)) {
      throw new Error(`${folder}/${program} does not load:\n${stdout}${stderr}`);
    }
  }
}
