import { hash } from 'node:crypto';
import { RecentMap } from './recent-map.ts';
import type { Segment } from './segment.ts';

/** Counters for tests and benchmarks. */
export type Totals = {
  /** All received submit_sm, with any result. */
  submits: number;
  /** Accepted submits. */
  accepted: number;
  /** Receipts that the client acknowledged. */
  receipts: number;
  /** Accepted texts that differ in recipient, part or content. */
  distinct: number;
  /** `accepted` minus `distinct`: 0 proves that nothing was sent twice. */
  duplicates: number;
};

export type Ledger = ReturnType<typeof createLedger>;

/** Number of fingerprints and recipients that are certainly remembered. */
const remembered = 250_000;

/** Counts submits and receipts. All counters are read in constant time. */
export function createLedger() {
  const seen = new RecentMap<string, true>(remembered);
  const perRecipient = new RecentMap<string, number>(remembered);
  const tries = new RecentMap<string, number>(remembered);
  let counts = { submits: 0, accepted: 0, receipts: 0, distinct: 0 };

  return {
    arrived(): void {
      counts.submits += 1;
    },
    accepted(segment: Segment, print: string): void {
      counts.accepted += 1;
      if (!seen.get(print)) counts.distinct += 1;
      seen.set(print, true);
      perRecipient.set(segment.to, (perRecipient.get(segment.to) ?? 0) + 1);
    },
    acknowledged(): void {
      counts.receipts += 1;
    },
    /** Counts an attempt of a text; returns the number of earlier ones. */
    tried(print: string): number {
      const before = tries.get(print) ?? 0;
      tries.set(print, before + 1);
      return before;
    },
    totals: (): Totals => ({ ...counts, duplicates: counts.accepted - counts.distinct }),
    acceptedFor: (recipient: string): number => perRecipient.get(recipient) ?? 0,
    reset(): void {
      counts = { submits: 0, accepted: 0, receipts: 0, distinct: 0 };
      seen.clear();
      perRecipient.clear();
      tries.clear();
    },
  };
}

/** The same for two submits with the same text, part and recipient. */
export function fingerprint({ to, part, text }: Segment): string {
  const place = part ? `${part.reference}/${part.sequence}/${part.total}` : '';
  return hash('sha1', `${to} ${place} ${text}`, 'base64');
}
