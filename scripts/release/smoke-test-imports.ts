import { spawnSync } from 'node:child_process';
import type { Part } from './parts.ts';

/** What platform/env.ts says to a production without settings, or the refund to who names no order. */
const refusal = /Settings that cannot be used|^npm run refund -- <order>/m;

/**
 * Makes sure that a part has all that its programs import. Each is started without settings: it must
 * come as far as to refuse them, which is after its packages are loaded.
 *
 * @param copy where the part lies
 * @throws Error with what a program says instead
 */
export function smokeTestImports(copy: string, { folder, programs }: Part): void {
  for (const program of programs) {
    const { status, stderr, stdout } = spawnSync(process.execPath, [program], {
      cwd: copy,
      env: { NODE_ENV: 'production' },
      encoding: 'utf8',
      timeout: 60_000,
    });
    if (status === 0 || !refusal.test(stdout + stderr)) {
      throw new Error(`${folder}/${program} does not load:\n${stdout}${stderr}`);
    }
  }
}
