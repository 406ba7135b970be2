import { build } from './bundle/build.ts';
import { nodeFlags } from './stack/node-flags.ts';
import { runStack } from './stack/stack.ts';
import { step } from './stack/terminal.ts';
import { welcomeText } from './stack/welcome-text.ts';

const files = { web: 'server', worker: 'worker', sandbox: 'sandbox', seed: 'seed' };

runStack({
  title: 'Dakiya demo (production build, local services)',
  NODE_ENV: 'production',
  before: () => step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before')),
  run: (name) => [...nodeFlags, `build/${files[name]}.js`],
  closing: welcomeText,
});
