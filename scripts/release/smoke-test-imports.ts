import { spawnSync } from 'node:child_process';
import type { Part } from './parts.ts';

/** What `checkSettings` says, or the refund where no order is named. */
const refusal = /Settings that cannot be used|^npm run refund -- <order>/m;

/**
 * Makes sure that a part has all that its programs import. Each is started with settings that cannot
 * be used: it must name them, which is after its packages are loaded.
 *
 * @param copy where the part lies
 * @throws Error with what a program says instead
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
