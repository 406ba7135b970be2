import { hash } from 'node:crypto';
import { RecentMap } from './recent-map.ts';
import type { Segment } from './segment.ts';

/** What a test or a benchmark wants to know of a run. */
export type Totals = {
  /** Each submit_sm that arrived, whatever became of it. */
  submits: number;
  /** Those that the network took. */
  accepted: number;
  /** Receipts that the client acknowledged. */
  receipts: number;
  /** Accepted texts that differ in recipient, part or words. */
  distinct: number;
  /** `accepted` less `distinct`: 0 proves that nothing was sent twice. */
  duplicates: number;
};

export type Ledger = ReturnType<typeof createLedger>;

/** Fingerprints and recipients that are surely remembered; older ones may be forgotten. */
const remembered = 250_000;

/** Counts what passes. All of it can be asked for in constant time. */
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
    /** Counts one more try of a text; returns how many there were before. */
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

/** The same for two submits of the same words, in the same part, to the same number. */
export function fingerprint({ to, part, text }: Segment): string {
  const place = part ? `${part.reference}/${part.sequence}/${part.total}` : '';
  return hash('sha1', `${to} ${place} ${text}`, 'base64');
}
