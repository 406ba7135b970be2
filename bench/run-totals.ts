/** The result of some requests. */
export type SendTotals = { requests: number; accepted: number; errors: string[] };

/** Everything that a scenario has sent; the database must match it. */
export type RunTotals = {
  /** Adds a result and returns it. */
  add<S extends SendTotals>(sent: S): S;
  /** Messages with a 202 response. */
  readonly messages: number;
  /** Calls that count against the plan. */
  readonly calls: number;
  /** All errors of the results. */
  readonly errors: readonly string[];
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
    get errors() {
      return all.flatMap(({ errors }) => errors);
    },
  };
}
