import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inherited } from '../environment.ts';
import { root } from '../root.ts';
import { runCommand } from '../services/child.ts';

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/** Files whose changes can break every test. */
const everything =
  /^(package(-lock)?\.json|vitest\.config\.ts|vite\.config\.ts|product\.ts|server\.ts|(platform|prisma|server|domain\/shared)\/|tests\/(harness|support)\/)/;

/**
 * The product tests of each part of the product. They use the part through HTTP, a worker or a browser, so imports do not
 * reveal the connection.
 */
const reaches: [part: RegExp, tests: RegExp][] = [
  [/^app\/api\//, /^tests\/(api|packages)\//],
  [/^packages\//, /^tests\/packages\//],
  [/^app\/(reference|content|samples|site)\/|^app\/routes\/_site/, /^tests\/site\//],
  [/^app\/console\//, /console/],
  [/^app\/(forms|session)\/|^app\/routes\/_auth/, /^tests\/(screens|accounts)\//],
  [/^app\/(dashboard|components|root|entry)/, /^tests\/dashboard\//],
  [/^domain\/billing\//, /payment|billing|invoice|plan|quota|subscription|usage|refund/],
  [/^domain\/delivery\//, /^tests\/(worker|test-mode)\//],
  [/^(domain\/dlt|app\/senders)\//, /^tests\/dlt\/|sender|checker/],
  [/^(domain\/identity\/api-keys|app\/keys)\//, /^tests\/api-keys\/|key/],
  [/^domain\/identity\//, /^tests\/accounts\//],
  [/^domain\/messaging\/account-data\//, /account-/],
  [/^domain\/messaging\/messages\//, /^tests\/accepting\/|message/],
  [/^(domain\/messaging\/otp|app\/otp-services)\//, /otp/],
  [/^domain\/messaging\/(privacy|text-views)\//, /^tests\/privacy\/|privacy/],
  [/^domain\/messaging\//, /^tests\/accepting\//],
  [/^domain\/notifications\//, /^tests\/notifications\/|email/],
  [/^domain\/sms\//, /segments|encoding|number|address|^tests\/accepting\//],
  [/^(domain|app)\/webhooks\//, /^tests\/webhooks\/|webhook/],
  [/^worker\//, /^tests\/(worker|many)\//],
];

/**
 * Finds the tests that changed files can break: changed tests, tests next to a file that imports a changed file directly or
 * indirectly, product tests that import a changed file directly, and tests of the product part to which a changed file belongs.
 *
 * @param changed the changed files, as paths from the root, like all paths here
 * @param sources the text of each source file
 * @returns 'all' if a change of the file can break every test
 */
export function testsOf(changed: string[], sources: Map<string, string>): string[] | 'all' {
  if (changed.some((path) => everything.test(path) && !isTest(path))) return 'all';
  const importers = findImporters(sources);
  const chosen = new Set<string>();
  for (const path of changed) {
    if (isTest(path)) chosen.add(path);
    for (const importer of allImporters(path, importers)) {
      const isDirect = importers.get(path)?.has(importer);
      if (isTest(importer) && (isDirect || !importer.startsWith('tests/'))) chosen.add(importer);
    }
    const own = reaches.filter(([part]) => part.test(path)).map(([, tests]) => tests);
    if (path.startsWith('app/routes/')) own.push(wordsOfRoute(path));
    for (const test of sources.keys()) {
      const isProduct = /^tests\/(?!further\/|long\/)/.test(test) && isTest(test);
      if (isProduct && own.some((tests) => tests.test(test))) chosen.add(test);
    }
  }
  return [...chosen].filter((path) => sources.has(path)).sort();
}

/**
 * Matches tests named after a screen: the names of the tests for `_member.dashboard_.senders_.import` contain `senders` and
 * `import`.
 */
function wordsOfRoute(path: string): RegExp {
  const words = path
    .slice('app/routes/'.length)
    .replace(/\/.*$|\.tsx?$/, '')
    .split(/[^a-z-]+/i)
    .filter(
      (word) =>
        word.length > 2 && !['member', 'frame', 'dashboard', 'site', 'new', 'edit'].includes(word),
    );
  return words.length > 0 ? new RegExp(words.join('|')) : /^tests\/dashboard\/home/;
}

const imports = /(?:\bfrom|\bimport)\s*\(?\s*'([#.][^']+)'/g;

/** Finds the files that import each file. */
function findImporters(sources: Map<string, string>): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    for (const [, name = ''] of text.matchAll(imports)) {
      const to = (name.startsWith('#') ? name.slice(1) : join(dirname(path), name)).replace(
        /\?.*$/,
        '',
      );
      importers.set(to, (importers.get(to) ?? new Set()).add(path));
    }
  }
  return importers;
}

function allImporters(path: string, importers: Map<string, Set<string>>): Set<string> {
  const found = new Set<string>();
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const importer of importers.get(next) ?? []) {
      if (!found.has(importer)) waiting.push(importer);
      found.add(importer);
    }
  }
  return found;
}

/**
 * Finds the tests that the changes since `main` can break. On `main` itself, these are uncommitted changes and commits that
 * are not in `origin/main`. `CHANGED_SINCE` sets another commit to compare with.
 *
 * @throws Error if nothing has changed, or no test covers the changes
 */
export async function changedTests(): Promise<string[] | 'all'> {
  const changed = await changedFiles();
  if (changed.length === 0) throw new Error('Nothing has changed since main.');
  const tests = testsOf(changed, await readSources());
  if (tests.length === 0) throw new Error(`No test reaches ${changed.join(', ')}.`);
  return tests;
}

const git = (...args: string[]) =>
  runCommand({ name: 'git', command: 'git', args, cwd: root, env: inherited });

async function changedFiles(): Promise<string[]> {
  const base = inherited.CHANGED_SINCE ?? (await nearestMain());
  const [changed, added] = await Promise.all([
    git('diff', '--name-only', base),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  return [...changed, ...added];
}

async function nearestMain(): Promise<string> {
  const refs = await git(
    'for-each-ref',
    '--format=%(refname)',
    'refs/remotes/origin/main',
    'refs/heads/main',
  );
  const [ref = 'HEAD'] = refs.toSorted().reverse();
  const [base = 'HEAD'] = await git('merge-base', 'HEAD', ref);
  return base;
}

async function readSources(): Promise<Map<string, string>> {
  const paths = await git(
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '*.ts',
    '*.tsx',
    '*.mjs',
  );
  const sources = new Map<string, string>();
  for (const path of new Set(paths)) {
    try {
      sources.set(path, readFileSync(join(root, path), 'utf8'));
    } catch (error) {
      // A deleted file has no text.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return sources;
}
