import { afterAll, expect } from 'vitest';

type Stoppable = { stop(): Promise<unknown>; kill?(): Promise<unknown> };

/**
 * Registers the stop of a program or a stand-in that all tests of a file share. Call it at the top level of the file:
 * `beforeAll` cannot register a cleanup, so the program would never be stopped.
 *
 * A program is killed: other tests cover an orderly end, and the setup of the next file removes its data.
 */
export async function stopAfterFile<P extends Stoppable>(program: Promise<P>): Promise<P> {
  const started = await program;
  // Within a test the cleanup would not run either: use `stopAfterTest`.
  if (expect.getState().currentTestName) {
    await started.stop();
    throw new Error('stopAfterFile is called within a test');
  }
  afterAll(async () => {
    await (started.kill ?? started.stop)();
  });
  return started;
}
