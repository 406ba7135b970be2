/** The result of some requests. */
export type SendResult = {
  requests: number;
  /** Messages with a 202 response. */
  accepted: number;
  /** How long each took, in milliseconds: to its response, or to the handset where that is measured. */
  latencies: number[];
  /** A sentence for each failure. */
  errors: string[];
};

/** Everything that a scenario has sent; the database must match it. */
export type RunTotals = {
  /** Adds a result and returns it. */
  add<S extends SendResult>(sent: S): S;
  /** Messages with a 202 response. */
  readonly messages: number;
  /** Calls that count against the plan. */
  readonly calls: number;
  /** All errors of the results. */
  readonly errors: readonly string[];
};

export function createRunTotals(): RunTotals {
  const all: SendResult[] = [];
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
