import { showBuild } from './bundle/build.ts';
import { nodeFlags } from './stack/programs.ts';
import { runStack } from './stack/stack.ts';

const files = { web: 'server', worker: 'worker', sandbox: 'sandbox', seed: 'seed' };

runStack({
  title: 'Dakiya demo (production build, local services)',
  NODE_ENV: 'production',
  before: showBuild,
  run: (name) => [...nodeFlags, `build/${files[name]}.js`],
});
