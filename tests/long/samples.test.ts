import { expect, test } from 'vitest';
import { languageNames, languages } from '#app/preferences/preferences.ts';
import { inherited } from '#scripts/environment.ts';
import { missingTools } from '../harness/run-program.ts';
import { testSamples } from '../support/sample-tests.ts';

// For JavaScript see tests/site/samples.test.ts.
await testSamples(languages.filter((language) => language !== 'javascript'));

test('every language whose programs can be run here is run', () => {
  const notRun = languages.filter((language) => missingTools(language).length > 0);
  for (const language of notRun) {
    const name = languageNames[language];
    process.stderr.write(
      `Not run: the samples in ${name}, for want of ${missingTools(language)}\n`,
    );
  }
  // Where all of them must be there, this is set.
  if (inherited.TEST_EVERY_LANGUAGE) expect(notRun).toEqual([]);
  expect(notRun).not.toContain('javascript');
});
