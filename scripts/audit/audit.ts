import { root } from '../root.ts';
import { startChild } from '../services/child.ts';
import { exceptions } from './exceptions.ts';
import { findUnexcepted } from './find-unexcepted.ts';

/** How long the registry may take; after that it counts as not reachable. */
const patienceMs = 30_000;

/**
 * Checks the packages of production against the npm registry's list of vulnerabilities.
 *
 * @param required whether an unreachable registry is an error
 * @returns whether the registry answered
 * @throws Error naming each grave advisory that has no exception
 */
export async function audit(
  { required }: { required: boolean },
  askRegistry: () => Promise<unknown> = ask,
): Promise<boolean> {
  const problems = findUnexcepted(
    await askRegistry(),
    exceptions,
    new Date().toISOString().slice(0, 10),
  );
  if (!problems && required) {
    throw new Error('The npm registry did not respond, and AUDIT_REQUIRED=1 requires its answer.');
  }
  if (problems?.length) {
    throw new Error(
      `Packages that must be replaced, or get an exception for a while:\n${problems.join('\n')}`,
    );
  }
  return problems !== null;
}

/** The parsed output of npm; null if it is not JSON. */
async function ask(): Promise<unknown> {
  const lines: string[] = [];
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0'];
  const npm = await startChild({
    ...{ command: 'npm', args, cwd: root },
    onLine: (line) => lines.push(line),
  });
  const timer = setTimeout(() => void npm.stop('SIGTERM', 1_000), patienceMs);
  // npm also fails if it finds something: the output distinguishes the two.
  await npm.ended.finally(() => clearTimeout(timer));
  const whole = lines.join('\n');
  try {
    // npm may print warnings before and after it.
    return JSON.parse(whole.slice(whole.indexOf('\n{') + 1, whole.lastIndexOf('}') + 1));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
