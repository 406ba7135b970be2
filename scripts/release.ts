import { build } from './bundle/build.ts';
import { elsewhere } from './release/elsewhere.ts';
import { layOut } from './release/lay-out.ts';
import { parts } from './release/parts.ts';
import { proveLoads } from './release/prove-loads.ts';
import { proveStarts } from './release/prove-starts.ts';
import { supervise } from './stack/supervise.ts';
import { step } from './stack/terminal.ts';

/**
 * npm run release: lays out in build/release what runs in production, and the sandbox beside it, each
 * with the files of its packages that it needs and nothing else. The Dockerfile copies them.
 */
supervise(async () => {
  await step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));
  for (const part of parts) {
    await step(
      `Laying out ${part.folder}`,
      async () => {
        const size = await layOut(part);
        await elsewhere(part.folder, async (copy) => {
          proveLoads(copy, part);
          await proveStarts(copy, part);
        });
        return size;
      },
      ({ files, megabytes }) => `${part.folder}: ${files} files, ${megabytes.toFixed(1)} MB`,
    );
  }
  return 0;
});
