import { batchSize, getEmpty, getRefused, sendBatches, sendSingles } from '../calls.ts';
import { createProcessorClock, type ProcessorTime } from '../processor-time.ts';
import { createRequests } from '../requests.ts';
import { createRunTotals } from '../run-totals.ts';
import { untilDelivered } from '../settle.ts';
import type { Dakiya } from '../stack/dakiya.ts';

/** What is measured while no worker runs, with the requests of a round. */
export const accepting = { refused: 6_000, login: 1_500, single: 3_000 };

/** What is measured with a worker, with the messages of a round. */
export const delivering = { delivered: 4_000 };

export type Subject = keyof typeof accepting | keyof typeof delivering;

/** How each is named in the table. */
const titles: Record<Subject, string> = {
  refused: 'call without a key, refused',
  login: 'page /login',
  single: 'accepted, one a request',
  delivered: 'from accept to receipt recorded, 100 a request',
};

/** One of the two installations that are compared. */
export function createSide(dakiya: Dakiya) {
  const requests = createRequests();
  const totals = createRunTotals();
  const clocks = new Map<Subject, ReturnType<typeof createProcessorClock>>();
  let workerPid: number | undefined;

  const work: Record<Subject, (count: number) => Promise<{ accepted: number }>> = {
    refused: async (count) =>
      countRequests(await getRefused(`${dakiya.url}/api/v1/balance`, count)),
    login: async (count) => countRequests(await getEmpty(`${dakiya.url}/login`, count)),
    single: async (count) => totals.add(await sendSingles(dakiya, requests, count)),
    delivered: async (count) => {
      const sent = totals.add(await sendBatches(dakiya, requests, count / batchSize));
      await untilDelivered(dakiya, totals.messages);
      return sent;
    },
  };
  const errors: string[] = [];
  function countRequests(result: Awaited<ReturnType<typeof getEmpty>>) {
    errors.push(...result.errors);
    return { accepted: result.requests };
  }

  function clockOf(subject: Subject) {
    const known = clocks.get(subject);
    if (known) return known;
    const made = createProcessorClock({ ...dakiya.pids, ...(workerPid && { worker: workerPid }) });
    clocks.set(subject, made);
    return made;
  }

  return {
    dakiya,
    totals,
    errors: () => [...errors, ...totals.errors],
    warmUp: (subject: Subject, count: number) => work[subject](count),
    measure: (subject: Subject, count: number) =>
      clockOf(subject).measure(() => work[subject](count)),
    /** Starts a worker, and delivers what is queued. */
    async startWorker(): Promise<void> {
      workerPid = (await dakiya.startWorker()).pid;
      await untilDelivered(dakiya, totals.messages);
    },
    result: (subject: Subject): ProcessorTime | undefined =>
      clockOf(subject).result(titles[subject])[0],
  };
}

export type Side = ReturnType<typeof createSide>;
