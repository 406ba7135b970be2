import pg from 'pg';
import { expect, test } from 'vitest';
import { requestMail } from '#domain/mail/request-mail.server.ts';
import { prisma, query, transaction } from '#platform/db.server.ts';
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
      'otp_brakes_one_on',
      'otp_brakes_one_on_account',
      'otps_one_pending',
      'invoices_number_length',
      'usage_periods_api_calls',
      'usage_periods_messages',
    ]),
  );
});

test('the product’s sessions are in UTC, whatever the database’s own zone', async () => {
  const [{ name } = { name: '' }] = await query<{ name: string }>(
    'name-of-database',
    'SELECT current_database() AS name',
    [],
  );
  await query('set-zone', `ALTER DATABASE ${name} SET timezone = 'Asia/Kolkata'`, []);
  // One connection is at work, so this is a new one, which the database's setting is for.
  const zones = await transaction(() => query<{ TimeZone: string }>('zone', 'SHOW timezone', []));
  expect(zones).toEqual([{ TimeZone: 'UTC' }]);
  const at = new Date('2026-11-20T06:30:00.000Z');
  await requestMail('welcome', 'zone@example.com');
  await prisma.mail.updateMany({ data: { dueAt: at } });
  const rows = await query<{ due: Date }>('due', 'SELECT due_at AS due FROM mails', []);
  expect(rows).toEqual([{ due: at }]);
});
