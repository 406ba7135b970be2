import pg from 'pg';

type Watched = { client: pg.Client; url: string; log: (line: string) => void };

const everyMs = 10_000;

/**
 * Reports every ten seconds how far the index is that a connection builds, from a second connection.
 *
 * @returns ends it
 */
export function watchBuild({ client, url, log }: Watched): () => Promise<void> {
  let second: pg.Client | null = null;
  let asking: Promise<void> = Promise.resolve();
  const ask = async () => {
    if (!second) {
      second = new pg.Client({ connectionString: url });
      second.on('error', () => undefined);
      await second.connect();
    }
    const { rows } = await second.query<Progress>(progressSql, [processOf(client)]);
    if (rows[0]) log(describe(rows[0]));
  };
  const timer = setInterval(() => {
    // The build goes on without a report.
    asking = asking.then(ask).catch((error) => log(`No progress can be read: ${error.message}`));
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await asking;
    await second?.end();
  };
}

type Progress = { index: string; phase: string; percent: number | null; waitsFor: number | null };

const progressSql = `
  SELECT index_relid::regclass::text AS index, phase, nullif(current_locker_pid, 0) AS "waitsFor",
    CASE WHEN blocks_total > 0 THEN round(100.0 * blocks_done / blocks_total)
      WHEN tuples_total > 0 THEN round(100.0 * tuples_done / tuples_total) END AS percent
  FROM pg_stat_progress_create_index WHERE pid = $1`;

function describe({ index, phase, percent, waitsFor }: Progress): string {
  const share = percent === null ? '' : `, ${percent} %`;
  const waits = waitsFor === null ? '' : `; it waits for the transaction of process ${waitsFor}`;
  return `Building ${index}: ${phase}${share}${waits}.`;
}

/** pg has it from the server's greeting, and its types do not say so. */
const processOf = (client: pg.Client) => (client as pg.Client & { processID: number }).processID;
