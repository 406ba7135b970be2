import { clock } from '#platform/clock.ts';
import type { Slot, SubmitOutcome } from './carriers/contract.ts';
import type { PreparedSubmit } from './prepare-submits.server.ts';

/** The outcome of one segment's submit, and when it was known. */
export type SegmentResult = { seq: number; reference: number; outcome: SubmitOutcome; at: Date };

/**
 * Submits the segments that no carrier has accepted yet, one after the other, until one fails: an
 * incomplete message is useless, so the rest can wait.
 *
 * @param done segments that were accepted already
 * @returns the segments tried; all but the last are accepted
 */
export async function submitSegments(
  slot: Slot,
  submits: PreparedSubmit[],
  done: ReadonlySet<number>,
): Promise<SegmentResult[]> {
  const tried: SegmentResult[] = [];
  for (const { seq, submit } of submits) {
    if (done.has(seq)) continue;
    const outcome = await slot.submit(submit);
    tried.push({ seq, reference: submit.reference, outcome, at: clock.now() });
    if (outcome.kind !== 'accepted') break;
  }
  return tried;
}
