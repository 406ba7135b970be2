import { waitForOwnTurn } from '#platform/in-slices.ts';
import {
  type ClaimedExport,
  claimExport,
  finishExport,
  releaseExport,
  savePortion,
} from './export-rows.ts';
import { writePortion } from './write-portion.ts';

/** How long an export is written before others have their turn, in milliseconds. */
const turnMs = 2_000;

/**
 * Writes an export for a while, one portion at least.
 *
 * @param forMs how long portions are begun, in milliseconds
 * @returns the delay after which it goes on, if it is not over
 */
export async function runExport(
  exportId: string,
  forMs = turnMs,
): Promise<{ retryInMs: number } | undefined> {
  const claimed = await claimExport(exportId);
  if (!claimed) return undefined;
  const end = performance.now() + forMs;
  let { progress } = claimed;
  do {
    const written = await writePortion(claimed.userId, progress);
    if (!written) {
      await finishExport(claimed);
      return undefined;
    }
    if (!(await savePortion(claimed, written))) return undefined;
    progress = written.progress;
    await waitForOwnTurn();
  } while (performance.now() < end);
  return goOn(claimed);
}

async function goOn(claimed: ClaimedExport): Promise<{ retryInMs: number }> {
  await releaseExport(claimed);
  return { retryInMs: 1 };
}
