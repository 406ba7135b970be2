import { query, transaction } from '#platform/db.ts';
import { type CarrierConfig, parseCarrier } from '../carriers/carrier-config.ts';
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
export async function addCarrier(carrier: unknown): Promise<CarrierConfig> {
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
export async function replaceCarrier(carrier: unknown): Promise<CarrierConfig> {
  const config = parseCarrier(carrier);
  await transaction(
    async (tx) => {
      const row = findRow(parseCarrierText(await readCarrierText(tx)), config.name);
      if (!row) throw new CarrierError(noCarrier(config.name));
      checkIsAdded(config.name, row);
      await writeCarrier(tx, config, 'operator', row.position);
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

/** A carrier of the settings cannot be changed here, because the next worker that starts would overwrite the change. */
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
export async function removeCarrier(name: string): Promise<void> {
  const row = findRow(await listCarriers(), name);
  if (!row) throw new CarrierError(noCarrier(name));
  checkIsAdded(name, row);
  const removed = await query('remove-carrier', remove, [name]);
  if (removed.length === 0) {
    throw new CarrierError(
      `A route names ${name}: change the route first. See \`npm run carrier -- routes\`.`,
    );
  }
}

/**
 * Pauses or resumes a carrier, including a carrier of the settings. A paused carrier gets no messages; its receipts are still
 * received.
 *
 * @throws CarrierError if there is no such carrier
 */
export async function pauseCarrier(name: string, paused: boolean): Promise<void> {
  const changed = await query(
    'pause-carrier',
    `UPDATE carriers SET paused_at = CASE WHEN $2 THEN coalesce(paused_at, now()) END WHERE name = $1
     RETURNING name`,
    [name, paused],
  );
  if (changed.length === 0) throw new CarrierError(noCarrier(name));
}
