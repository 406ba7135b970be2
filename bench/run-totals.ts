/** What some requests led to. */
export type SendTotals = { requests: number; accepted: number; faults: string[] };

/** Everything that a scenario has sent: the promises that the database is held to. */
export type RunTotals = {
  /** Counts a result in, and hands it on. */
  add<S extends SendTotals>(sent: S): S;
  /** Messages that were answered with 202. */
  readonly messages: number;
  /** Calls that count against the plan. */
  readonly calls: number;
  /** Whatever went wrong on the way. */
  readonly faults: readonly string[];
};

export function createRunTotals(): RunTotals {
  const all: SendTotals[] = [];
  return {
    add(sent) {
      all.push(sent);
      return sent;
    },
    get messages() {
      return all.reduce((sum, { accepted }) => sum + accepted, 0);
    },
    get calls() {
      return all.reduce((sum, { requests }) => sum + requests, 0);
    },
    get faults() {
      return all.flatMap(({ faults }) => faults);
    },
  };
}
