/** A problem and the request that showed it. */
export type Finding = { target: string; problem: string; request: string };

/** How many of the latest requests are kept, to find the request of a logged error. */
const maxTraced = 20_000;

/** Collects problems. Each kind of problem is listed once per target. */
export function createFindings() {
  const found = new Map<string, Finding & { times: number }>();
  const requestsById = new Map<string, () => string>();
  return {
    add(finding: Finding): void {
      // Ids and numbers are replaced, because they differ between occurrences of one problem.
      const kind = `${finding.target} ${finding.problem.replaceAll(/[A-Za-z0-9_+/=-]{12,}|\d+/g, '…').slice(0, 80)}`;
      const known = found.get(kind);
      if (known) known.times += 1;
      else found.set(kind, { ...finding, times: 1 });
    },
    /** Stores a request under the id of its response. */
    trace(requestId: string, describe: () => string): void {
      if (requestId === '') return;
      requestsById.set(requestId, describe);
      if (requestsById.size <= maxTraced) return;
      const [oldest = ''] = requestsById.keys();
      requestsById.delete(oldest);
    },
    /** The request whose id is in a log line, if it is still stored. */
    requestOf: (line: string): string | undefined =>
      requestsById.get(/req_\w+/.exec(line)?.[0] ?? '')?.(),
    list: () => [...found.values()],
  };
}
