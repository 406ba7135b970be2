import { isDeepStrictEqual } from 'node:util';
import { type AuditEvent, recordAudit } from '#domain/audit/record-audit.ts';
import { query, transaction } from '#platform/db.ts';
import {
  type CarrierBind,
  type CarrierConfig,
  parseCarrier,
  profileSchema,
} from '../carriers/carrier-config.ts';
import {
  type CarrierRow,
  parseCarrierText,
  readCarrierText,
  type UnusableRow,
  writeCarrier,
} from './carrier-row.ts';

/** The name of the lock under which carriers are changed. */
export const carrierLock = 'carriers';

/** Thrown when a command is not possible; the message says why. */
export class CarrierError extends Error {}

/** Why a carrier or route is changed. The actor is that of the running request or command. */
export type Acting = Pick<AuditEvent, 'reason'>;

/** The fields of a carrier that the audit trail stores. */
const toAudited = ({ name, rate, window }: CarrierConfig) => ({ name, rate, window });

const targetOf = (name: string) => [{ type: 'carrier', id: name }];

/** First position of added carriers; carriers of the settings have lower positions. */
const firstPosition = 1_000;

/** All carriers in the order in which they are tried, and the rows that cannot be used. */
export async function listCarriers(): Promise<{ rows: CarrierRow[]; unusable: UnusableRow[] }> {
  return parseCarrierText(await readCarrierText());
}

/** @throws CarrierError if there is no such carrier */
export async function findCarrier(name: string): Promise<CarrierRow> {
  const { rows, unusable } = await listCarriers();
  const row = rows.find(({ config }) => config.name === name);
  if (row) return row;
  const broken = unusable.find((one) => one.name === name);
  throw new CarrierError(
    broken ? `The carrier ${name} cannot be used: ${broken.problem}.` : noCarrier(name),
  );
}

const noCarrier = (name: string) => `There is no carrier ${name}: see \`npm run carrier -- list\`.`;

/**
 * Adds a carrier after all others. Every worker binds to it within a second.
 *
 * @param carrier like an element of `CARRIERS`
 * @throws ZodError that names the invalid settings, CarrierError if the name is taken
 */
export async function addCarrier(carrier: unknown, acting: Acting = {}): Promise<CarrierConfig> {
  const config = parseCarrier(carrier);
  await transaction(
    async (tx) => {
      const { rows, unusable } = parseCarrierText(await readCarrierText(tx));
      const names = [...rows.map((row) => row.config.name), ...unusable.map(({ name }) => name)];
      if (names.includes(config.name)) {
        throw new CarrierError(`There is a carrier ${config.name} already.`);
      }
      const position = 1 + Math.max(firstPosition, ...rows.map((row) => row.position));
      await writeCarrier(tx, config, 'operator', position);
      await recordAudit(tx, {
        ...{ ...acting, accountId: null, action: 'carrier.create' },
        ...{ targets: targetOf(config.name), after: toAudited(config) },
      });
    },
    { lock: carrierLock },
  );
  return config;
}

/**
 * Changes an added carrier: workers apply new limits at once, and reconnect for all other changes.
 *
 * @param carrier all settings of the carrier, like an element of `CARRIERS`; its name says which carrier to change
 * @throws ZodError that names the invalid settings, CarrierError if there is no such carrier, or it comes from the settings
 */
export async function replaceCarrier(
  carrier: unknown,
  acting: Acting = {},
): Promise<CarrierConfig> {
  const config = parseCarrier(carrier);
  await transaction(
    async (tx) => {
      const row = findRow(parseCarrierText(await readCarrierText(tx)), config.name);
      if (!row) throw new CarrierError(noCarrier(config.name));
      checkIsAdded(config.name, row);
      await writeCarrier(tx, config, 'operator', row.position);
      await recordAudit(tx, {
        ...{ ...acting, accountId: null, action: 'carrier.update' },
        ...{ targets: targetOf(config.name), after: toAudited(config) },
        before: 'config' in row ? toAudited(row.config) : null,
      });
    },
    { lock: carrierLock },
  );
  return config;
}

/** Finds a carrier, even if it cannot be used, for example because it was added with another key. */
const findRow = (
  { rows, unusable }: { rows: CarrierRow[]; unusable: UnusableRow[] },
  name: string,
): CarrierRow | UnusableRow | undefined =>
  rows.find(({ config }) => config.name === name) ?? unusable.find((one) => one.name === name);

/**
 * Checks that a command added the carrier. A carrier of the settings cannot be changed here, because the next worker that
 * starts would overwrite the change.
 */
function checkIsAdded(name: string, { source }: Pick<CarrierRow, 'source'>): void {
  if (source === 'operator') return;
  throw new CarrierError(
    `${name} comes from the settings CARRIERS or SMPP_…: change it there, and restart the workers.`,
  );
}

const remove = `
  DELETE FROM carriers AS c WHERE name = $1
    AND NOT EXISTS (SELECT FROM route_carriers WHERE carrier_id = c.id) RETURNING name`;

/**
 * Removes an added carrier. Workers finish its submits and unbind; later receipts stay at the carrier, because no worker is
 * bound to receive them.
 *
 * @throws CarrierError if there is no such carrier, or it comes from the settings
 */
export async function removeCarrier(name: string, acting: Acting = {}): Promise<void> {
  await transaction(
    async (tx) => {
      const row = findRow(parseCarrierText(await readCarrierText(tx)), name);
      if (!row) throw new CarrierError(noCarrier(name));
      checkIsAdded(name, row);
      const removed = await query('remove-carrier', remove, [name], tx);
      if (removed.length === 0) {
        throw new CarrierError(
          `A route names ${name}: change the route first. See \`npm run carrier -- routes\`.`,
        );
      }
      await recordAudit(tx, {
        ...{ ...acting, accountId: null, action: 'carrier.delete' },
        ...{ targets: targetOf(name), before: { name } },
      });
    },
    { lock: carrierLock },
  );
}

/**
 * Pauses or resumes a carrier, including a carrier of the settings. A paused carrier gets no messages; its receipts are still
 * received.
 *
 * @throws CarrierError if there is no such carrier
 */
export const pauseCarrier = (name: string, paused: boolean, acting: Acting = {}): Promise<void> =>
  transaction(async (tx) => {
    const changed = await query(
      'pause-carrier',
      `UPDATE carriers SET paused_at = CASE WHEN $2 THEN coalesce(paused_at, now()) END WHERE name = $1
       RETURNING name`,
      [name, paused],
      tx,
    );
    if (changed.length === 0) throw new CarrierError(noCarrier(name));
    await recordAudit(tx, {
      ...{ ...acting, accountId: null, action: 'carrier.update' },
      ...{ targets: targetOf(name), after: { state: paused ? 'paused' : 'in use' } },
    });
  });

/**
 * The settings of a carrier without its passwords, in the form that `replaceCarrier` reads after `keepPasswords`.
 * Settings with their default value are left out. The address and the other access data outside `binds` are those of
 * the first bind. Each entry of `binds` has only the values that differ from them.
 */
export function toSettings({ name, binds, ...profile }: CarrierConfig): Record<string, unknown> {
  const { mode: _, connections: __, password: ___, ...access } = binds[0] as CarrierBind;
  return {
    ...{ name, ...access },
    binds: binds.map(({ mode, connections, password: _password, ...own }) => ({
      mode,
      ...differences({ connections }, { connections: 1 }),
      ...differences(own, access),
    })),
    ...differences(profile, profileDefaults),
  };
}

const profileDefaults = profileSchema.parse({});

/** The `values` that differ from the value with the same name in `others`. */
const differences = (values: object, others: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => !isDeepStrictEqual(value, others[key])),
  );

/**
 * Adds the stored passwords to settings that have none. A stored password is only used for the address and system id to
 * which it belongs, so that no operator can learn it by changing the address. A `password` outside `binds` is only used
 * for the address and system id outside `binds`, so that binds with other access data keep their passwords.
 *
 * @param settings settings as `toSettings` returns them, with changes
 * @throws CarrierError if a bind with another address or system id has no password
 */
export function keepPasswords(
  settings: Record<string, unknown>,
  stored: CarrierConfig,
): Record<string, unknown> {
  const { host, port, systemId, password } = settings;
  const access = { host, port, systemId };
  const binds = Array.isArray(settings.binds) ? settings.binds : [{}];
  return {
    ...{ ...settings, password: '' },
    binds: binds.map((bind: unknown) => {
      if (!isObject(bind) || 'password' in bind) return bind;
      const given = { ...access, ...bind };
      if (password !== undefined && isSameAccess(given, access)) return { ...bind, password };
      const same = stored.binds.find((one) => isSameAccess(one, given));
      if (same) return { ...bind, password: same.password };
      throw new CarrierError(
        `Please enter the password of ${given.systemId} at ${given.host}:${given.port}: the address or system id is new.`,
      );
    }),
  };
}

type Access = { host: unknown; port: unknown; systemId: unknown };

/** Whether two binds have the same address and system id, and so the same password. */
export const isSameAccess = (one: Access, other: Access): boolean =>
  one.host === other.host && one.port === other.port && one.systemId === other.systemId;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
