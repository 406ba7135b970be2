import fc from 'fast-check';
import { openDatabase } from '#bench/stack/database.ts';
import { collectLogProblems } from '#bench/stack/log-problems.ts';
import { startProgram } from '#bench/stack/program.ts';
import { programSettings } from '#bench/stack/settings.ts';
import { mutatedPdu } from '#domain/delivery/carriers/pdu-corpus.test-support.ts';
import { startRawSmsc } from '#domain/delivery/carriers/raw-smsc.test-support.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import type { Services } from '../stack/settings.ts';

/** PDUs that are made at a time: all of them would take a gigabyte. */
const batchSize = 10_000;

/**
 * Sends a worker receipts as carriers write them, of which octets were changed, cut or added. Each is to be answered once, on
 * one connection, and what cannot be understood is to be kept.
 *
 * @returns a sentence for each problem, and how many are kept: receipts without a message, and PDUs that could not be read
 */
export async function fuzzPdus(
  services: Services,
  register: RegisterPart,
  { count, seed }: { count: number; seed: number },
): Promise<{ problems: string[]; receipts: number; unread: number }> {
  const smsc = await startRawSmsc();
  const logProblems = collectLogProblems();
  const carrier = {
    name: 'odd',
    host: '127.0.0.1',
    port: smsc.port,
    systemId: 'odd',
    password: 'odd',
  };
  const settings = {
    ...(await programSettings(services, { window: 50, rate: 5_000 })),
    CARRIERS: JSON.stringify([carrier]),
  };
  const database = openDatabase(services.DATABASE_URL);
  const worker = await startProgram('worker', settings, register, logProblems);
  const problems: string[] = [];
  try {
    for (let sent = 0; sent < count && problems.length === 0; sent += batchSize) {
      const numRuns = Math.min(batchSize, count - sent);
      const problem = await smsc.send(fc.sample(mutatedPdu, { seed: seed + sent, numRuns }));
      if (problem) problems.push(problem);
    }
  } finally {
    await worker.stop();
    smsc.close();
  }
  const [kept = { receipts: 0, unread: 0 }] = await database.query<{
    receipts: number;
    unread: number;
  }>(`SELECT (SELECT count(*)::int FROM receipt_inbox) AS receipts,
    (SELECT count(*)::int FROM unread_pdus) AS unread`);
  await database.query('TRUNCATE receipt_inbox, unread_pdus');
  await database.close();
  return { problems: [...problems, ...logProblems.errors], ...kept };
}
