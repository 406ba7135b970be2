import { expect, test } from 'vitest';
import { languageNames, languages } from '#app/preferences/preferences.ts';
import { inherited } from '#scripts/environment.ts';
import { missingTools } from '../harness/run-program.ts';
import { testSamples } from '../support/sample-tests.ts';

await testSamples(languages);

test('the samples of every language whose tools are installed are tested', () => {
  const notRun = languages.filter((language) => missingTools(language).length > 0);
  for (const language of notRun) {
    const name = languageNames[language];
    process.stderr.write(
      `Not run: the samples in ${name}, for want of ${missingTools(language)}\n`,
    );
  }
  // CI sets this variable, because in CI all languages must be installed.
  if (inherited.TEST_EVERY_LANGUAGE) expect(notRun).toEqual([]);
  expect(notRun).not.toContain('javascript');
});
