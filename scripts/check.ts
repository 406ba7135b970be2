import { audit } from './audit/audit.ts';
import { inherited } from './environment.ts';
import { findMigrationProblems } from './migration/find-problems.ts';
import { checkBaseline } from './openapi/baseline.ts';
import { checkLibraryTypes } from './packages/types.ts';
import { root } from './root.ts';
import { runCommand } from './services/child.ts';
import { supervise } from './stack/supervise.ts';
import { printLine, step } from './stack/terminal.ts';
import { findPhrasesInClean } from './wording/find-phrases.ts';

/** TypeScript's state after the last run. With this state, TypeScript checks only the files that have changed. */
const typesOfLastRun = 'node_modules/.cache/dakiya/types.tsbuildinfo';

const checks: Record<string, () => Promise<unknown>> = {
  'Format and lint': () => tool('@biomejs/biome/bin/biome', 'check'),
  Types: () =>
    tool('typescript/bin/tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', typesOfLastRun),
  'Import rules': () => tool('dependency-cruiser/bin/dependency-cruise.mjs', '.'),
  'Unused code': () => tool('knip/bin/knip.js'),
  Migrations: checkMigrations,
  'API compatibility': checkBaseline,
  'Types of the libraries': checkLibraryTypes,
  Wording: checkWording,
};

supervise(async () => {
  let failed = 0;
  const steps = Object.entries(checks).map(
    ([name, check]) =>
      () =>
        step(name, check),
  );
  const audited = () => audit({ required: inherited.AUDIT_REQUIRED === '1' });
  steps.push(() => step('Known vulnerabilities of packages', audited, describeAudit));
  for (const runStep of steps) {
    try {
      await runStep();
    } catch (error) {
      failed++;
      printLine(`\n${error instanceof Error ? error.message : error}\n`);
    }
  }
  return failed > 0 ? 1 : 0;
});

const describeAudit = (answered: boolean) =>
  answered
    ? 'Known vulnerabilities of packages'
    : 'Package vulnerabilities: skipped, the npm registry did not respond';

/** Runs a package's program with Node. */
function tool(path: string, ...args: string[]) {
  const [name = ''] = path.replace(/^@[^/]+\//, '').split('/');
  const command = process.execPath;
  return runCommand({ name, command, args: [`node_modules/${path}`, ...args], cwd: root });
}

async function checkMigrations(): Promise<void> {
  const problems = await findMigrationProblems();
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

async function checkWording(): Promise<void> {
  const found = findPhrasesInClean();
  if (found.length > 0) throw new Error(found.join('\n'));
}
