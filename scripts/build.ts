import { showBuild } from './bundle/build.ts';
import { supervise } from './stack/supervise.ts';

supervise(async () => {
  await showBuild();
  return 0;
});
