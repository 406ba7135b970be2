import { afterAll, expect } from 'vitest';

/**
 * Starts what all tests of a file share: a program, or a stand-in for somebody outside. Called where the file
 * is loaded; within `beforeAll` nothing more can be registered, and it would never be stopped.
 */
export async function stopAfterFile<P extends { stop(): Promise<unknown> }>(
  program: Promise<P>,
): Promise<P> {
  const started = await program;
  // Within a test it would be forgotten as well: `stopAfterTest` is for that.
  if (expect.getState().currentTestName) {
    await started.stop();
    throw new Error('stopAfterFile is called within a test');
  }
  afterAll(async () => {
    await started.stop();
  });
  return started;
}
