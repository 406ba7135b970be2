import { writeBaseline } from './openapi/baseline.ts';
import { supervise } from './stack/supervise.ts';
import { step } from './stack/terminal.ts';

/** npm run openapi-baseline: makes the current API the baseline with which `npm run check` compares later changes. */
supervise(async () => {
  await step('Writing docs/openapi-baseline.json', writeBaseline);
  return 0;
});
