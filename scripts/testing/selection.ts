import { createVitest, parseCLI } from 'vitest/node';
import { root } from '../root.ts';
import { changedTests } from './changed.ts';
import { findTestNeeds } from './needs.ts';

/** The needs of the selected test files. */
export type Selection = {
  /** Arguments for Vitest. */
  args: string[];
  files: number;
  /** Whether the tests need PostgreSQL, Redis and a migrated database to copy. */
  services: boolean;
  /** Whether the tests need the built programs. */
  build: boolean;
  browser: boolean;
  php: boolean;
  python: boolean;
};

/**
 * The projects of vitest.config.ts. Their names can be used instead of a path. The projects in `usual` run if there are
 * no arguments.
 */
const usual = ['rules', 'parts', 'product'];
const projects = [...usual, 'further', 'long'];

/**
 * Determines which test files Vitest selects for a run, and what these files need. Omits the projects `further` and
 * `long` unless the arguments select them.
 *
 * @param asked the arguments of `npm test`: paths, projects, `changed`, and Vitest's own options
 * @throws Error if no file is selected
 */
export async function selectTests(asked: string[]): Promise<Selection> {
  const given = (
    await Promise.all(
      asked.map(async (arg) => {
        if (arg !== 'changed') return arg;
        const tests = await changedTests();
        return tests === 'all' ? [] : tests;
      }),
    )
  ).flat();
  const isAsked = given.some((arg) => !arg.startsWith('-'));
  const args = [
    ...[...given, ...(isAsked ? [] : usual)].flatMap((arg) =>
      projects.includes(arg) ? ['--project', arg] : [arg],
    ),
  ];
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const vitest = await createVitest('test', { ...options, root, watch: false });
  const specifications = await vitest.globTestSpecifications(filter);
  await vitest.close();
  if (specifications.length === 0) throw new Error(`No test file fits: ${given.join(' ')}`);
  const product = specifications
    .filter(({ project }) => ['product', 'further', 'long'].includes(project.name))
    .map(({ moduleId }) => moduleId);
  const { build, browser, php, python } = findTestNeeds(product);
  return {
    args,
    files: specifications.length,
    services: product.length > 0,
    build,
    browser,
    php,
    python,
  };
}
