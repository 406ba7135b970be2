import { test } from 'vitest';
import { python, startPython } from '../harness/python.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import type { Library, Outcome } from './library.ts';

/**
 * Defines tests of the Python library, which are skipped if `npm test` found no suitable Python. Call this at the top level
 * of a file.
 *
 * @param isAsync whether to test `AsyncDakiya` instead of `Dakiya`
 */
export async function testPython(
  define: (library: Library) => Promise<void>,
  isAsync = false,
): Promise<void> {
  if (python) await define(await pythonLibrary(isAsync));
  else test.skip('the Python library (there is no Python with httpx, mypy and pytest)');
}

/** Runs the Python library in a process shared by the tests in a file. */
async function pythonLibrary(isAsync: boolean): Promise<Library> {
  const { ask } = await stopAfterFile(
    Promise.resolve(startPython(['tests/support/python-driver.py'])),
  );
  const order = async (value: object) => {
    const { bug, ...outcome } = (await ask({ isAsync, ...value })) as Outcome & { bug?: string };
    if (bug) throw new Error(bug);
    return outcome;
  };
  return {
    call: (settings, method, args, options) =>
      order({ do: 'call', settings, method, args, options }),
    collect: (settings, method, args) => order({ do: 'collect', settings, method, args }),
    unwrap: (body, headers, secret) => order({ do: 'unwrap', body, headers, secret }),
  };
}
