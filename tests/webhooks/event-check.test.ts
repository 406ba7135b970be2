import { expect, onTestFinished, test } from 'vitest';
import { findWrongEvents, insertEvents } from '../harness/event-receiver.ts';
import { type Database, openDatabase } from '../harness/stack.ts';
import { testDatabases } from '../harness/test-database.ts';

const owner = { userId: 'usr_check', endpointId: 'whe_check' };

/** A database with one waiting event, and the id of the event. */
async function withEvent() {
  const database = openDatabase(testDatabases.DATABASE_URL);
  onTestFinished(() => database.close());
  await database.query('DELETE FROM webhook_events');
  await insertEvents(database, owner, 1);
  const [event] = await database.query<{ id: string }>('SELECT id FROM webhook_events');
  return { database, id: event?.id ?? '' };
}

const deliver = (database: Database, id: string) =>
  database.query("UPDATE webhook_events SET state = 'delivered' WHERE id = $1", [id]);

const writeLate = `
  INSERT INTO webhook_events (id, user_id, endpoint_id, type, at, data)
  VALUES (gen_random_uuid()::text, '${owner.userId}', '${owner.endpointId}', 'ping', now() - interval '1 minute', '{}')`;

test('the event check waits for events written before it started, and ignores events committed later', async () => {
  const { database, id } = await withEvent();
  const taken = new Map<string, number>();
  let queries = 0;
  const busy: Database = {
    ...database,
    async query(text, values) {
      const rows = await database.query(text, values);
      queries += 1;
      if (queries === 3) {
        taken.set(id, 1);
        await deliver(database, id);
        await database.query('DELETE FROM webhook_queue');
      }
      await database.query(writeLate);
      return rows as never;
    },
  };
  expect(await findWrongEvents(busy, { taken })).toEqual([]);
  expect(taken.has(id)).toBe(true);
});

test('the event check reports an undelivered event, and a delivered event that its receiver did not get', async () => {
  const { database, id } = await withEvent();
  const check = () => findWrongEvents(database, { taken: new Map() }, 50);
  expect(await check()).toEqual([
    '1 webhook events still wait, and none was delivered for 0.05 s',
    `${id} (ping) is pending, and its receiver took it 0 times`,
  ]);
  await deliver(database, id);
  expect(await check()).toEqual([`${id} (ping) is delivered, and its receiver took it 0 times`]);
});
