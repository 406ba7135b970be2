import pg from 'pg';
import { expect, test } from 'vitest';
import { env } from '#platform/env.ts';

test('what is written by hand is in the database, although schema.prisma cannot say it', async () => {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(`
    SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL
    UNION ALL SELECT conname FROM pg_constraint WHERE contype = 'c' ORDER BY name`);
  await client.end();

  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'message_parts_unknown',
      'messages_queued_due',
      'messages_queued_validity',
      'messages_submitting_lease',
      'otps_one_pending',
      'usage_periods_api_calls',
      'usage_periods_messages',
    ]),
  );
});
