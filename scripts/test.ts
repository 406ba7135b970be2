import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './bundle/build.ts';
import { inherited } from './environment.ts';
import { root } from './root.ts';
import { supervise } from './stack/supervise.ts';
import { colourful, detail, say, step } from './stack/terminal.ts';
import { findBareChromium } from './testing/chromium.ts';
import { runVitest } from './testing/run-vitest.ts';
import { startTestServices } from './testing/services.ts';

supervise(async (enter) => {
  // Nobody's data is at risk: the tests know no database but the one started here.
  const { DATABASE_URL, REDIS_URL, ...others } = inherited;
  const seed = others.SEED ?? String(randomInt(2 ** 31));
  const services = await startTestServices(enter);
  await step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));
  const browser = existsSync(join(root, 'tests/e2e'))
    ? { TEST_CHROMIUM: await step('Finding Chromium', () => findBareChromium(detail)) }
    : {};
  const { passed, failed } = await runVitest(process.argv.slice(2), {
    LOG_LEVEL: 'silent',
    ...others,
    SEED: seed,
    ...services,
    ...browser,
    NODE_ENV: 'test',
    ...(colourful ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
  });
  say(`${passed} passed, ${failed} failed`);
  if (failed > 0) say(`What was random is tried again by: SEED=${seed} npm test -- <the file>`);
  return failed > 0 ? 1 : 0;
});
