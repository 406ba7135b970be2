import type { Carrier, Lane, Slot } from './carriers/contract.ts';

/** A slot, and the carriers that were passed over for it. */
export type AcquiredSlot = { slot: Slot; skipped: string[] };

/**
 * Waits for a slot of the first carrier, in the configured order, that takes submits. A carrier
 * whose window is full is waited for; one that is down or throttling is passed over.
 *
 * @param not carriers that have refused this message just now
 * @returns the slot and the carriers passed over, or null if none is usable
 */
export async function acquireSlot(
  carriers: readonly Carrier[],
  lane: Lane,
  signal: AbortSignal,
  not: ReadonlySet<string> = new Set(),
): Promise<AcquiredSlot | null> {
  const skipped: string[] = [];
  for (const carrier of carriers) {
    if (not.has(carrier.name)) continue;
    const slot = carrier.usable() ? await carrier.acquire(lane, signal) : null;
    if (slot) return { slot, skipped };
    skipped.push(carrier.name);
  }
  return null;
}
