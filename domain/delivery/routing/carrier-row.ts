import { z } from 'zod';
import { query, type SqlClient } from '#platform/db.ts';
import { encryptedColumn } from '#platform/encrypted-column.ts';
import { newId } from '#platform/ids.ts';
import { type CarrierConfig, profileSchema } from '../carriers/carrier-config.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    car: 'carriers';
    bnd: 'carrier_binds';
  }
}

/** Encrypts the passwords with which workers bind. */
export const passwordColumn = encryptedColumn({
  table: 'carrier_binds',
  column: 'encrypted_password',
  kind: 'carrier-password',
  hasUser: false,
});

/** The origin of a carrier: the settings of a worker, or a command. */
export type CarrierSource = 'settings' | 'operator';

/** A carrier, as read from its row and its binds. */
export type CarrierRow = {
  id: string;
  source: CarrierSource;
  position: number;
  /** When the carrier was paused, in ISO 8601; null if it is not paused. */
  pausedAt: string | null;
  /**
   * The time since when the carrier is out (in ISO 8601), and the reason. Other carriers are tried first. Null if the
   * carrier is not out.
   */
  out: { since: string; reason: string } | null;
  config: CarrierConfig;
};

/** A row that cannot be used, and the reason. */
export type UnusableRow = Pick<CarrierRow, 'id' | 'source' | 'position'> & {
  name: string;
  problem: string;
};

const select = `
  SELECT coalesce(json_agg(carrier ORDER BY (carrier->>'position')::int, carrier->>'name'), '[]')::text AS rows
  FROM (
    SELECT json_build_object(
      'id', c.id, 'name', c.name, 'source', c.source, 'position', c.position, 'pausedAt', c.paused_at,
      'out', CASE WHEN c.out_since IS NOT NULL THEN json_build_object('since', c.out_since, 'reason', c.out_reason) END,
      'profile', c.profile, 'binds', coalesce((
        SELECT json_agg(json_build_object(
          'id', b.id, 'mode', b.mode, 'host', b.host, 'port', b.port, 'tls', b.tls, 'systemId', b.system_id,
          'systemType', b.system_type, 'connections', b.connections,
          'password', encode(b.encrypted_password, 'base64')) ORDER BY b.id)
        FROM carrier_binds AS b WHERE b.carrier_id = c.id), '[]')) AS carrier
    FROM carriers AS c) AS listed`;

/** Reads all rows as one text, which changes whenever a row changes. */
export async function readCarrierText(tx?: SqlClient): Promise<string> {
  const [found] = await query<{ rows: string }>('read-carriers', select, [], tx);
  return found?.rows ?? '[]';
}

const bindSchema = z.object({
  id: z.string(),
  mode: z.enum(['transceiver', 'transmitter', 'receiver']),
  host: z.string(),
  port: z.number(),
  tls: z.boolean(),
  systemId: z.string(),
  systemType: z.string(),
  connections: z.number(),
  password: z.base64(),
});

type Listed = {
  id: string;
  name: string;
  source: CarrierSource;
  position: number;
  pausedAt: string | null;
  out: CarrierRow['out'];
  profile: unknown;
  binds: unknown[];
};

/** Parses the result of `readCarrierText`. A row that cannot be used does not affect the others. */
export function parseCarrierText(text: string): { rows: CarrierRow[]; unusable: UnusableRow[] } {
  const rows: CarrierRow[] = [];
  const unusable: UnusableRow[] = [];
  for (const { id, name, source, position, pausedAt, out, profile, binds } of JSON.parse(
    text,
  ) as Listed[]) {
    try {
      const config = { name, ...profileSchema.parse(profile), binds: binds.map(toBind) };
      rows.push({ id, source, position, pausedAt, out, config });
    } catch (error) {
      unusable.push({ id, name, source, position, problem: toProblem(error) });
    }
  }
  return { rows, unusable };
}

function toBind(row: unknown): CarrierConfig['binds'][number] {
  const { id, password, ...bind } = bindSchema.parse(row);
  return { ...bind, password: passwordColumn.decrypt({ id }, Buffer.from(password, 'base64')) };
}

/** Describes the error without any values, because a value may be a password. */
function toProblem(error: unknown): string {
  if (!(error instanceof z.ZodError))
    return 'its password cannot be decrypted with ENCRYPTION_KEYS';
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

const upsert = `
  INSERT INTO carriers (id, name, source, position, profile) VALUES ($1, $2, $3::carrier_source, $4, $5::jsonb)
  ON CONFLICT (name) DO UPDATE SET source = excluded.source, position = excluded.position, profile = excluded.profile
  RETURNING id`;

const insertBind = `
  INSERT INTO carrier_binds
    (id, carrier_id, mode, host, port, tls, system_id, system_type, encrypted_password, connections)
  VALUES ($1, $2, $3::bind_mode, $4, $5, $6, $7, $8, $9, $10)`;

/** Inserts a carrier, or replaces the carrier with the same name. A replaced carrier stays paused if it was paused. */
export async function writeCarrier(
  tx: SqlClient,
  { name, binds, ...profile }: CarrierConfig,
  source: CarrierSource,
  position: number,
): Promise<void> {
  const values = [newId('car'), name, source, position, JSON.stringify(profile)];
  const [row] = await query<{ id: string }>('write-carrier', upsert, values, tx);
  const carrierId = row?.id;
  await query('drop-binds', 'DELETE FROM carrier_binds WHERE carrier_id = $1', [carrierId], tx);
  for (const bind of binds) {
    const id = newId('bnd');
    const { mode, host, port, tls, systemId, systemType, connections } = bind;
    const password = passwordColumn.encrypt({ id }, bind.password);
    const columns = [mode, host, port, tls, systemId, systemType, password, connections];
    await query('write-bind', insertBind, [id, carrierId, ...columns], tx);
  }
}
