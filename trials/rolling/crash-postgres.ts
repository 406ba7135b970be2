import pg from 'pg';

/**
 * Kills one of PostgreSQL's backends, as the kernel does when memory runs out. The server then ends every
 * session, refuses new ones (57P03), and recovers as after a power cut. It must run on this machine.
 *
 * @returns when it has begun to do so
 */
export async function crashPostgres(url: string): Promise<void> {
  const [victim, witness] = [await session(url), await session(url)];
  const { rows } = await victim.client.query('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0].pid, 'SIGKILL');
  // The victim's own session may end before the server knows; another one is ended by the server.
  await Promise.all([victim.ended, witness.ended]);
}

/** Whether PostgreSQL takes a session and answers in it. */
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
  // It is ended for us, and whoever waits for that is told by `ended`.
  client.on('error', () => undefined);
  await client.connect();
  return { client, ended };
}
