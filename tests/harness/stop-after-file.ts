import { afterAll, expect } from 'vitest';

type Stoppable = { stop(): Promise<unknown>; kill?(): Promise<unknown> };

/**
 * Registers the stop of a program or stand-in that all tests in a file share. Call it at the top level of the file: Vitest
 * would not run a cleanup registered in `beforeAll`.
 *
 * Kills programs, because other tests cover an orderly end, and the setup of the next file removes the data.
 */
export async function stopAfterFile<P extends Stoppable>(program: Promise<P>): Promise<P> {
  const started = await program;
  // A cleanup registered within a test would not run either: use `stopAfterTest` there.
  if (expect.getState().currentTestName) {
    await started.stop();
    throw new Error('stopAfterFile is called within a test');
  }
  afterAll(async () => {
    await (started.kill ?? started.stop)();
  });
  return started;
}
