import { afterAll, expect } from 'vitest';

type Stoppable = { stop(): Promise<unknown>; kill?(): Promise<unknown> };

/**
 * Starts what all tests of a file share: a program, or a stand-in for somebody outside. Called where the file
 * is loaded; within `beforeAll` nothing more can be registered, and it would never be stopped.
 *
 * A program is killed: how it ends in order is for other tests, and what it leaves is removed before the next file.
 */
export async function stopAfterFile<P extends Stoppable>(program: Promise<P>): Promise<P> {
  const started = await program;
  // Within a test it would be forgotten as well: `stopAfterTest` is for that.
  if (expect.getState().currentTestName) {
    await started.stop();
    throw new Error('stopAfterFile is called within a test');
  }
  afterAll(async () => {
    await (started.kill ?? started.stop)();
  });
  return started;
}
