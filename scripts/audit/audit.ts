import { root } from '../root.ts';
import { startChild } from '../services/child.ts';
import { exceptions } from './exceptions.ts';
import { findUnexcepted } from './find-unexcepted.ts';

/** A registry that has not answered by then does not count as one. */
const patienceMs = 30_000;

/**
 * Asks the registry what is known to be wrong with the packages that production runs on.
 *
 * @param required whether a registry that does not answer is an error
 * @returns whether it answered
 * @throws Error naming each grave advisory that has no exception
 */
export async function audit(
  { required }: { required: boolean },
  askRegistry: () => Promise<unknown> = ask,
): Promise<boolean> {
  const faults = findUnexcepted(
    await askRegistry(),
    exceptions,
    new Date().toISOString().slice(0, 10),
  );
  if (!faults && required) {
    throw new Error('The registry does not answer, and AUDIT_REQUIRED=1 wants its answer.');
  }
  if (faults?.length) {
    throw new Error(
      `Packages that must be replaced, or excepted for a while:\n${faults.join('\n')}`,
    );
  }
  return faults !== null;
}

/** What npm wrote, read; null if that is not JSON. */
async function ask(): Promise<unknown> {
  const lines: string[] = [];
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0'];
  const npm = await startChild({
    ...{ command: 'npm', args, cwd: root },
    onLine: (line) => lines.push(line),
  });
  const timer = setTimeout(() => void npm.stop('SIGTERM', 1_000), patienceMs);
  // It fails with what it finds as well: what it wrote tells the one from the other.
  await npm.ended.finally(() => clearTimeout(timer));
  const whole = lines.join('\n');
  try {
    // Warnings stand around it.
    return JSON.parse(whole.slice(whole.indexOf('\n{') + 1, whole.lastIndexOf('}') + 1));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
