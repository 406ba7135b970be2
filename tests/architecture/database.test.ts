import { expect, test } from 'vitest';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { prisma, query, transaction } from '#platform/db.ts';

test('database sessions of the product use UTC, regardless of the database’s time zone', async () => {
  const [{ name } = { name: '' }] = await query<{ name: string }>(
    'name-of-database',
    'SELECT current_database() AS name',
    [],
  );
  await query('set-zone', `ALTER DATABASE ${name} SET timezone = 'Asia/Kolkata'`, []);
  // The pool's only connection is busy, so this opens a new connection, to which the database's setting
  // applies.
  const zones = await transaction(() => query<{ TimeZone: string }>('zone', 'SHOW timezone', []));
  expect(zones).toEqual([{ TimeZone: 'UTC' }]);
  const at = new Date('2026-11-20T06:30:00.000Z');
  await enqueueEmail('welcome', 'zone@example.com');
  await prisma.email.updateMany({ data: { dueAt: at } });
  const rows = await query<{ due: Date }>('due', 'SELECT due_at AS due FROM emails', []);
  expect(rows).toEqual([{ due: at }]);
});
