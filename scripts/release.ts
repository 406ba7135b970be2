import { build } from './bundle/build.ts';
import { parts } from './release/parts.ts';
import { smokeTestImports } from './release/smoke-test-imports.ts';
import { smokeTestStart } from './release/smoke-test-start.ts';
import { stageRelease } from './release/stage-release.ts';
import { withCopyOutside } from './release/with-copy-outside.ts';
import { supervise } from './stack/supervise.ts';
import { step } from './stack/terminal.ts';

/**
 * npm run release: writes into build/release what runs in production, and separately the sandbox, each with
 * only the files of packages that it needs. The Dockerfile copies them.
 */
supervise(async () => {
  await step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));
  for (const part of parts) {
    await step(
      `Laying out ${part.folder}`,
      async () => {
        const size = await stageRelease(part);
        await withCopyOutside(part.folder, async (copy) => {
          smokeTestImports(copy, part);
          await smokeTestStart(copy, part);
        });
        return size;
      },
      ({ files, megabytes }) => `${part.folder}: ${files} files, ${megabytes.toFixed(1)} MB`,
    );
  }
  return 0;
});
