/** What was wrong, and with which request. */
export type Finding = { target: string; fault: string; shot: string };

/** Requests that are remembered, to say which of them an error in a log belongs to. */
const remembered = 20_000;

/** Collects what is wrong, each kind of it once for each target. */
export function createFindings() {
  const found = new Map<string, Finding & { times: number }>();
  const shots = new Map<string, () => string>();
  return {
    add(finding: Finding): void {
      // Ids, numbers and texts differ from one time to the next.
      const kind = `${finding.target} ${finding.fault.replaceAll(/[A-Za-z0-9_+/=-]{12,}|\d+/g, '…').slice(0, 80)}`;
      const known = found.get(kind);
      if (known) known.times += 1;
      else found.set(kind, { ...finding, times: 1 });
    },
    /** Remembers a request by the id that its answer had. */
    trace(requestId: string, describe: () => string): void {
      if (requestId === '') return;
      shots.set(requestId, describe);
      if (shots.size <= remembered) return;
      const [oldest = ''] = shots.keys();
      shots.delete(oldest);
    },
    /** The request that an error in a log belongs to, if it names one that is remembered. */
    requestOf: (line: string): string | undefined => shots.get(/req_\w+/.exec(line)?.[0] ?? '')?.(),
    list: () => [...found.values()],
  };
}
