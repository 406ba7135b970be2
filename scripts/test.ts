import { randomInt } from 'node:crypto';
import { build } from './bundle/build.ts';
import { inherited } from './environment.ts';
import { supervise } from './stack/supervise.ts';
import { colourful, printDetail, printLine, step } from './stack/terminal.ts';
import { findHeadlessChromium } from './testing/chromium.ts';
import { findPhp } from './testing/php.ts';
import { findPython } from './testing/python.ts';
import { describeCoverage, type Outcome, runVitest } from './testing/run-vitest.ts';
import { type Selection, selectTests } from './testing/selection.ts';
import { startTestServices } from './testing/services.ts';

/**
 * npm test: runs the tests of a project (`rules`, `parts`, `product`, `further`, `long`) or path, and starts only the services that they
 * need. Without arguments it runs all tests except `further` and `long`. CONTRIBUTING.md describes the folders.
 */
supervise(async (enter) => {
  // Tests use only the database that is started here, never one with real data.
  const { DATABASE_URL, REDIS_URL, ...others } = inherited;
  const seed = others.SEED ?? String(randomInt(2 ** 31));
  const selection = await selectTests(process.argv.slice(2));
  printLine(inWords(selection));
  const services = selection.services ? await startTestServices(enter) : {};
  if (selection.build) {
    await step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));
  }
  const browser = selection.browser
    ? { TEST_CHROMIUM: await step('Finding Chromium', () => findHeadlessChromium(printDetail)) }
    : {};
  const php = selection.php
    ? { TEST_PHP: (await step('Finding PHP', () => findPhp(printDetail))) ?? undefined }
    : {};
  const python = selection.python
    ? await step('Finding Python', () => findPython(printDetail), describePython)
    : null;
  const outcome = await runVitest(selection.args, {
    LOG_LEVEL: 'silent',
    ...others,
    SEED: seed,
    ...services,
    ...browser,
    ...php,
    ...(python ? { TEST_PYTHON: python } : {}),
    NODE_ENV: 'test',
    ...(colourful ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
  });
  report(outcome, seed);
  if (selection.args.includes('--coverage')) printLine(await describeCoverage());
  return outcome.failed > 0 ? 1 : 0;
});

const describePython = (python: string | null) =>
  python ?? 'There is no Python with httpx, mypy and pytest: the tests of its library are skipped';

/** Describes the selected tests, and what is started for them. */
function inWords({ files, services, build: built, browser, php, python }: Selection): string {
  const needs = [
    ...(services ? ['PostgreSQL', 'Redis'] : []),
    ...(built ? ['the built programs'] : []),
    ...(browser ? ['a browser'] : []),
    ...(php ? ['PHP'] : []),
    ...(python ? ['Python'] : []),
  ];
  const number = files === 1 ? '1 test file' : `${files} test files`;
  return needs.length > 0 ? `${number}, with ${needs.join(', ')}` : `${number}, nothing to start`;
}

/** Prints the result. The slowest files come before it, so that the result is in the last lines. */
function report({ passed, failed, durations }: Outcome, seed: string): void {
  if (durations.length > 1) {
    printLine('The slowest files:');
    for (const { path, seconds } of durations.slice(0, 10)) {
      printLine(`${seconds.toFixed(1).padStart(7)} s  ${path}`);
    }
  }
  printLine(`${passed} passed, ${failed} failed`);
  if (failed > 0)
    printLine(`What was random is tried again by: SEED=${seed} npm test -- <the file>`);
}
