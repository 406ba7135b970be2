import fc from 'fast-check';
import { mutatedPdu } from '#domain/delivery/carriers/pdu-corpus.test-support.ts';
import { startRawSmsc } from '#domain/delivery/carriers/raw-smsc.test-support.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import { collectLogProblems, startStack } from '#tests/harness/stack.ts';

/** How many PDUs are created at a time. All of them together would take a gigabyte. */
const batchSize = 10_000;

/** Counts the stored rows: receipts without a message, and PDUs that could not be read. */
const kept = `
  SELECT (SELECT count(*)::int FROM receipt_inbox) AS receipts,
    (SELECT count(*)::int FROM unread_pdus) AS unread`;

/**
 * Sends damaged receipts to a worker. The receipts have carriers' formats, but octets are changed, cut off or added.
 * The worker must answer each PDU exactly once without closing the connection, and must store the PDUs that it cannot
 * read.
 *
 * @returns a sentence for each problem, and the number of stored rows
 */
export async function fuzzPdus(
  register: RegisterPart,
  { count, seed }: { count: number; seed: number },
): Promise<{ problems: string[]; receipts: number; unread: number }> {
  const smsc = await startRawSmsc();
  const logProblems = collectLogProblems();
  const stack = await startStack({ webs: 0, register, onLine: logProblems.addLine });
  const problems: string[] = [];
  try {
    const carrier = { name: 'odd', host: '127.0.0.1', port: smsc.port };
    const worker = await stack.startWorker({
      CARRIERS: JSON.stringify([{ ...carrier, systemId: 'odd', password: 'odd' }]),
    });
    for (let sent = 0; sent < count && problems.length === 0; sent += batchSize) {
      const numRuns = Math.min(batchSize, count - sent);
      const problem = await smsc.send(fc.sample(mutatedPdu, { seed: seed + sent, numRuns }));
      if (problem) problems.push(problem);
    }
    await worker.stop();
    const [found = { receipts: 0, unread: 0 }] = await stack.database.query<{
      receipts: number;
      unread: number;
    }>(kept);
    return { problems: [...problems, ...logProblems.errors], ...found };
  } finally {
    smsc.close();
    await stack.stop();
  }
}
