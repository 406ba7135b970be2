/** What was counted of a carrier: over 15 minutes, or since it is out if that is less. */
export type CarrierCounts = {
  submits: number;
  /** Not answered, or refused for a reason of the carrier's. */
  failures: number;
  /** Messages that receipts settled. */
  settled: number;
  delivered: number;
  /** Settled more than two minutes after they were sent. */
  late: number;
};

/** Fewer say nothing, in submits and in settled messages. */
const enough = { submits: 50, settled: 100 };

/** From when on a carrier is out, as parts of what was counted. */
const bad = { failures: 0.5, delivered: 0.3, late: 0.5 };

/** A carrier that is out gets few messages: so many, and better ones than that, bring it back. */
const enoughProbes = { submits: 20, settled: 10 };
const good = { failures: 0.2, delivered: 0.5, late: 0.3 };

/** After this time it is tried in full again, also where too few messages came to tell, in milliseconds. */
export const outAtMostMs = 15 * 60_000;

const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`;

/** Says why a carrier does badly; null if it does well, or too little is known. */
export function findProblem({
  submits,
  failures,
  settled,
  delivered,
  late,
}: CarrierCounts): string | null {
  if (submits >= enough.submits && failures > submits * bad.failures) {
    return `${percent(failures, submits)} of ${submits} submits failed`;
  }
  if (settled < enough.settled) return null;
  if (delivered < settled * bad.delivered) {
    return `${percent(delivered, settled)} of ${settled} messages were delivered`;
  }
  if (late > settled * bad.late) {
    return `${percent(late, settled)} of ${settled} receipts took more than two minutes`;
  }
  return null;
}

/** Whether a carrier that is out does well again, by what was counted since then. */
export function hasRecovered(
  { submits, failures, settled, delivered, late }: CarrierCounts,
  outForMs: number,
): boolean {
  if (outForMs >= outAtMostMs) return true;
  if (submits < enoughProbes.submits || failures > submits * good.failures) return false;
  if (settled < enoughProbes.settled) return false;
  return delivered >= settled * good.delivered && late <= settled * good.late;
}
