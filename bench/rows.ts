import { printLine, step } from '#scripts/stack/terminal.ts';
import { alternate, createSide } from './compare.ts';
import { interleavePages, pages } from './dashboard.ts';
import {
  backfillStats,
  insertMessages,
  insertParts,
  makePastMonths,
  signUpMember,
} from './fill.ts';
import { atMost, comparison, measurements, type Row } from './report.ts';
import { type Bench, type Dakiya, run, unlimited, withDakiya } from './run.ts';

/** The size of the measurement. Tests use smaller sizes. */
export type RowsSizes = {
  /** The number of messages in the smaller installation. */
  few: number;
  /**
   * The number of months over which the messages of the larger installation are spread. The messages of the smaller
   * installation are from the last days.
   */
  months: number;
  pages: { warmUp: number; rounds: number };
  /** The number of rounds after the warm-up round, and the number of messages per round. */
  sends: { rounds: number; single: number; delivered: number };
};

const sizes: RowsSizes = {
  few: 10_000,
  months: 12,
  pages: { warmUp: 20, rounds: 100 },
  sends: { rounds: 5, single: 2_000, delivered: 5_000 },
};

/** @param many number of messages in the larger installation */
export function runRowsBench(many: number): void {
  run(async (bench) => {
    const { tables, errors } = await compareRows(bench, many, sizes);
    for (const table of tables) printLine(`\n${table}`);
    printLine();
    return errors;
  });
}

/**
 * Compares an installation that has very many messages with an installation that has few. It measures pages of the message
 * log, how fast messages are accepted, and how fast they are delivered. The many messages are from several months, each of
 * which has its own table. Both installations run during the whole measurement, and are measured alternately.
 *
 * @param many number of messages in the larger installation
 */
export function compareRows(
  bench: Bench,
  many: number,
  { few, months, pages: opened, sends }: RowsSizes,
) {
  return withDakiya(bench, unlimited, (small) =>
    withDakiya(bench, unlimited, async (large) => {
      const members = {
        few: await fill(small, few),
        many: await makePastMonths(large, months).then(() => fill(large, many, months * 30)),
      };
      const log = pages.filter(({ tab }) => tab === 'Messages');
      const { times, errors } = await step(`Opening each page ${opened.rounds} times`, () =>
        interleavePages(log, members, opened),
      );
      const sent = await measureSends({ few: small, many: large }, sends);
      return {
        tables: [
          comparison('Messages', { few, many }, times),
          measurements(sent.rows),
          `  The database has ${await sizeOf(large)}.`,
        ],
        errors: [...errors, ...sent.errors],
      };
    }),
  );
}

/**
 * Measures how much processor time all of Dakiya's programs take to accept messages without a worker, and then to deliver
 * them.
 *
 * @returns the rates of the installation with many messages, whose target is the ratio of the processor times; and a sentence
 *   for each failure
 */
async function measureSends(
  installations: { few: Dakiya; many: Dakiya },
  { rounds, single, delivered }: RowsSizes['sends'],
) {
  const [few, many] = [createSide(installations.few), createSide(installations.many)];
  await alternate([few, many], { single }, rounds);
  for (const side of [few, many]) await side.startWorker();
  await alternate([few, many], { delivered }, rounds);
  const row = (what: string, subject: 'single' | 'delivered'): Row => {
    const [of, now] = [few.result(subject), many.result(subject)];
    const text = 'processor time ≤ 1.20 of that with few';
    return { what, perSecond: now.perSecond, target: atMost(1.2, now.product, of.product, text) };
  };
  return {
    rows: [row('accepted, one per request', 'single'), row('delivered', 'delivered')],
    errors: [...few.errors(), ...many.errors()],
  };
}

/** Inserts messages of one account, all in final states, as if they had been sent over months. */
function fill(dakiya: Dakiya, messages: number, days?: number) {
  return step(`Inserting ${messages.toLocaleString('en')} messages`, async () => {
    const member = await signUpMember(dakiya, 'member');
    const log = await insertMessages(dakiya, member, messages, days);
    await insertParts(dakiya, member);
    await backfillStats(dakiya);
    return { ...member, log };
  });
}

async function sizeOf({ database }: Dakiya): Promise<string> {
  const [row] = await database.query<{ size: string }>(
    'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
  );
  return row?.size ?? '';
}
