import type { Carrier, Lane, Slot } from './carriers/contract.ts';

/** A slot, and the carriers that were skipped before it. */
export type AcquiredSlot = { slot: Slot; skipped: string[] };

/**
 * Waits for a slot of the first carrier, in the configured order, that accepts submits. Waits for a
 * carrier whose window is full; skips one that is down or throttling.
 *
 * @param not carriers that have just rejected this message
 * @returns the slot and the skipped carriers, or null if no carrier is usable
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
