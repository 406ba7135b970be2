import pg from 'pg';

/**
 * Kills one of PostgreSQL's backends, as the kernel does when memory runs out. The server then terminates
 * every session, rejects new ones (57P03), and recovers as after a power cut. It must run on this machine.
 *
 * @returns when the server has terminated its sessions
 */
export async function crashPostgres(url: string): Promise<void> {
  const [victim, witness] = [await session(url), await session(url)];
  const { rows } = await victim.client.query('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0].pid, 'SIGKILL');
  // The killed session may end before the server notices; the server itself terminates the second one.
  await Promise.all([victim.ended, witness.ended]);
}

/** Whether PostgreSQL accepts a connection and runs a query. */
export async function answers(url: string): Promise<boolean> {
  try {
    const { client } = await session(url);
    await client.query('SELECT 1');
    await client.end();
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

async function session(url: string) {
  const client = new pg.Client({ connectionString: url });
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  // The server terminates it; `ended` reports that.
  client.on('error', () => undefined);
  await client.connect();
  return { client, ended };
}
