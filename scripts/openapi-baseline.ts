import { writeBaseline } from './openapi/baseline.ts';
import { supervise } from './stack/supervise.ts';
import { step } from './stack/terminal.ts';

/** npm run openapi-baseline: makes what the API is now what `npm run check` holds later changes against. */
supervise(async () => {
  await step('Writing docs/openapi-baseline.json', writeBaseline);
  return 0;
});
