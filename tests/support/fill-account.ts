import pg from 'pg';
import { databaseSettings } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';

/** Values of some columns; the others get an arbitrary value of their type. */
type Row = Record<string, unknown>;

/** Values that the constraints of some tables require. */
const wanted = (userId: string): Record<string, Row[]> => {
  const message = newId('msg');
  const order = newId('ord');
  const exported = newId('exp');
  const otp = newId('otp');
  const service = newId('svc');
  const event = newId('evt');
  const endpoint = newId('whe');
  const number = { recipient: numberOfAccount };
  return {
    messages: [{ id: message, ...number, state: 'delivered' }],
    message_parts: [{ message_id: message, ...number }],
    message_events: [{ message_id: message }],
    orders: [
      {
        ...{ id: order, amount_paise: 100, status: 'completed' },
        ...{ provider_order_id: `order_${order}`, payment_id: `pay_${order}` },
      },
    ],
    payments: [{ id: `pay_${order}`, order_id: order }],
    refunds: [{ order_id: order }],
    invoices: [{ order_id: order, number: 'MARK/1', total_paise: 100 }],
    subscriptions: [
      { expires_at: new Date('2030-01-01'), credited_to: null, original_expires_at: null },
    ],
    dlt_imports: [{ is_dry_run: true, state: 'done', bytes: null }],
    dlt_header_decisions: [{ decision: 'declined', header: markOf('dlt_headers', 'header') }],
    dlt_header_evidence: [{ header: markOf('dlt_headers', 'header') }],
    otp_services: [
      { id: service, test_numbers: JSON.stringify([{ ...number, code: 'mark-test-code' }]) },
    ],
    otp_service_hours: [{ service_id: service }],
    otps: [{ id: otp, ...number }],
    otp_send_attempts: [{ otp_id: otp }],
    suppressions: [{ ...number }],
    scheduled_messages: [{ ...number }],
    webhook_endpoints: [{ id: endpoint }],
    webhook_secrets: [{ endpoint_id: endpoint }],
    webhook_events: [{ id: event }],
    webhook_attempts: [{ event_id: event }],
    email_changes: [{ confirmed_at: new Date() }],
    account_exports: [{ id: exported, state: 'expired', progress: null, bytes: 1 }],
    account_export_parts: [{ export_id: exported }],
    notification_channels: [{ kind: 'sms' }],
    settings: [{ allowed_addresses: ['203.0.113.7'] }],
    daily_stats: [{ day: '2026-11-01' }],
    emails: [{ email: `mail-${userId}@example.com` }],
    announcements: [{ ends_at: new Date('2030-01-01') }],
    complaints: [{ outcome: 'open', finding: null, decided_at: null }],
    incidents: [{ ends_at: null }],
    replaced_session_tokens: [],
    account_deletions: [],
    message_queue: [],
    erasures: [{ ...number }],
  };
};

/** The phone number in the filled rows, in E.164. No other test uses it. */
export const numberOfAccount = '+919812345678';

/** The value of a column that contains text: `mark-<table>-<column>`. */
export const markOf = (table: string, column: string) => `mark-${table}-${column}`;

const readTables = `
  SELECT relname AS "table" FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`;

/** Every table of the database, without the partitions. */
export const listTables = (): Promise<string[]> => connected(tablesBy);

async function tablesBy(run: Run): Promise<string[]> {
  const rows = await run<{ table: string }>(readTables);
  return rows.map(({ table }) => table);
}

const readColumns = `
  SELECT attname AS name, atttypid::regtype::text AS type, typtype AS kind,
    (SELECT (enum_range_of.labels)[1] FROM (
      SELECT array_agg(enumlabel ORDER BY enumsortorder) AS labels FROM pg_enum WHERE enumtypid = atttypid
    ) AS enum_range_of) AS first
  FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
  WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND NOT atthasdef AND attgenerated = ''`;

type Column = { name: string; type: string; kind: string; first: string | null };

/**
 * Inserts a row of an account into each table, with a value in every column without a default.
 *
 * @param tables tables with a `user_id`, or with values in `wanted`
 */
export async function fillAccount(userId: string, tables: readonly string[]): Promise<void> {
  const given = wanted(userId);
  await connected(async (run) => {
    for (const table of tables) {
      const columns = await run<Column>(readColumns, [table]);
      for (const row of given[table] ?? [{}]) {
        const filled: Row = {};
        for (const column of columns) filled[column.name] = anyValue(table, column);
        if ('user_id' in filled) filled.user_id = userId;
        Object.assign(filled, row);
        const names = Object.keys(filled);
        const places = names.map((_, i) => `$${i + 1}`);
        await run(
          `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`,
          Object.values(filled),
        );
      }
    }
  });
}

function anyValue(table: string, { name, type, kind, first }: Column): unknown {
  if (kind === 'e') return first;
  if (type.endsWith('[]')) return [];
  if (type.startsWith('timestamp') || type === 'date') return new Date('2026-11-20T06:30:00Z');
  if (type === 'text') return markOf(table, name);
  if (type.startsWith('json')) return JSON.stringify(markOf(table, name));
  if (type === 'bytea') return Buffer.from(markOf(table, name));
  return type === 'boolean' ? false : 1;
}

/** Finds, for each text, the tables that have a row with this text in any column. */
export const tablesWithEach = (texts: readonly string[]): Promise<string[][]> =>
  connected(async (run) => {
    const found: string[][] = texts.map(() => []);
    const patterns = texts.map((text) => [`%${text}%`, `%${Buffer.from(text).toString('hex')}%`]);
    for (const table of await tablesBy(run)) {
      const rows = await run<{ place: number }>(
        `SELECT DISTINCT looked.place::int FROM ${table} AS t,
          json_array_elements($1::json) WITH ORDINALITY AS looked (pattern, place)
         WHERE t::text LIKE looked.pattern->>0 OR t::text LIKE looked.pattern->>1`,
        [JSON.stringify(patterns)],
      );
      for (const { place } of rows) found[place - 1]?.push(table);
    }
    return found;
  });

type Run = <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>;

/** Runs `work` with a connection that does not check foreign keys, so that a row needs no other rows. */
async function connected<T>(work: (run: Run) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseSettings.DATABASE_URL });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    return await work(
      async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
        (await client.query<R>(text, values)).rows,
    );
  } finally {
    await client.end();
  }
}
