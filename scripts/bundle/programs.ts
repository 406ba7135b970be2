import { build } from 'esbuild';
import { root } from '../root.ts';

/**
 * Bundles what runs beside the site into build/*.js, a file each. Packages stay in node_modules;
 * our own `#` imports, which look like packages, do not.
 *
 * @throws Error that names what does not build
 */
export async function buildPrograms(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: {
      worker: 'worker/index.ts',
      sandbox: 'sandbox/index.ts',
      seed: 'prisma/seed.ts',
      migrate: 'scripts/migrate.ts',
      refund: 'scripts/refund.ts',
      'rotate-keys': 'scripts/rotate-keys.ts',
    },
    outdir: 'build',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'silent',
  });
}
