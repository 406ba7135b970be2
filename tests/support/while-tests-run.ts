import { afterAll } from 'vitest';
/** Starts what all tests of a file share: a program, or a stand-in for somebody outside. */
export async function whileTestsRun<P extends { stop(): Promise<unknown> }>(
  program: Promise<P>,
): Promise<P> {
  const started = await program;
  afterAll(async () => {
    await started.stop();
  });
  return started;
}
