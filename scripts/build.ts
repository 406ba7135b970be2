import { build } from './bundle/build.ts';
import { supervise } from './stack/supervise.ts';
import { step } from './stack/terminal.ts';

supervise(async () => {
  await step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));
  return 0;
});
