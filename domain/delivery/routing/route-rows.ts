import { z } from 'zod';
import { recordAudit } from '#domain/audit/record-audit.ts';
import { query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { categories } from '../carriers/carrier-config.ts';
import type { Route } from './choose-route.ts';
import { type Acting, CarrierError, carrierLock } from './manage-carriers.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    rte: 'routes';
  }
}

const select = `
  SELECT coalesce(json_agg(json_build_object(
    'name', r.name, 'priority', r.priority, 'categories', r.categories, 'senders', r.senders,
    'accounts', r.accounts, 'prefixes', r.prefixes, 'carriers', coalesce((
      SELECT json_agg(json_build_object('name', c.name, 'step', rc.step, 'weight', rc.weight) ORDER BY rc.step, c.name)
      FROM route_carriers AS rc JOIN carriers AS c ON c.id = rc.carrier_id WHERE rc.route_id = r.id), '[]'))
    ORDER BY r.priority, r.name), '[]')::text AS rows
  FROM routes AS r`;

/** Reads all routes as one text, which changes whenever a route changes. */
export async function readRouteText(): Promise<string> {
  const [found] = await query<{ rows: string }>('read-routes', select, []);
  return found?.rows ?? '[]';
}

/** Parses the result of `readRouteText`. It is not validated, because only this module writes routes. */
export const parseRouteText = (text: string): Route[] => JSON.parse(text) as Route[];

/** The routes in the order in which they are tried. */
export const listRoutes = async (): Promise<Route[]> => parseRouteText(await readRouteText());

/**
 * Maximum number of values in a condition. The limit exists because every worker reads all values about twice a second.
 */
const mostValues = 1_000;

const name = z.string().regex(/^[a-z0-9-]{1,32}$/, 'is 1 to 32 of a–z, 0–9 and -');

/** A route as given to `npm run carrier -- set-route`. */
export const routeSchema = z.strictObject({
  name,
  priority: z.int().min(1).max(10_000).default(100),
  categories: z.array(z.enum(categories)).default([]),
  senders: z.array(z.string().min(1).max(20)).max(mostValues).default([]),
  accounts: z.array(z.string().min(1).max(64)).max(mostValues).default([]),
  prefixes: z
    .array(
      z
        .string()
        .transform((prefix) => prefix.replace(/^\+/, ''))
        .pipe(z.string().regex(/^91\d{0,10}$/, 'is digits that begin with 91')),
    )
    .max(mostValues)
    .default([]),
  carriers: z
    .array(
      z.strictObject({
        name,
        step: z.int().min(1).max(100).default(1),
        weight: z.int().min(1).max(1_000).nullable().default(null),
      }),
    )
    .min(1)
    .max(32)
    .refine(
      (list) => new Set(list.map((one) => one.name)).size === list.length,
      'names must differ',
    ),
});

const upsert = `
  INSERT INTO routes (id, name, priority, categories, senders, accounts, prefixes) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (name) DO UPDATE SET priority = excluded.priority, categories = excluded.categories,
    senders = excluded.senders, accounts = excluded.accounts, prefixes = excluded.prefixes
  RETURNING id`;

const addCarriers = `
  INSERT INTO route_carriers (route_id, carrier_id, step, weight)
  SELECT $1, c.id, given.step, given.weight
  FROM json_to_recordset($2::json) AS given(name text, step smallint, weight smallint)
  JOIN carriers AS c ON c.name = given.name
  RETURNING carrier_id`;

/**
 * Inserts a route, or replaces the route with the same name.
 *
 * @throws ZodError that names the invalid values, CarrierError if the route names a carrier that does not exist
 */
export async function writeRoute(given: unknown, acting: Acting = {}): Promise<Route> {
  const route = routeSchema.parse(given);
  const { priority, senders, accounts, prefixes, carriers } = route;
  await transaction(
    async (tx) => {
      const values = [
        newId('rte'),
        route.name,
        priority,
        route.categories,
        senders,
        accounts,
        prefixes,
      ];
      const [row] = await query<{ id: string }>('write-route', upsert, values, tx);
      await query(
        'drop-route-carriers',
        'DELETE FROM route_carriers WHERE route_id = $1',
        [row?.id],
        tx,
      );
      const added = await query(
        'add-route-carriers',
        addCarriers,
        [row?.id, JSON.stringify(carriers)],
        tx,
      );
      if (added.length < carriers.length) {
        throw new CarrierError(
          'The route names a carrier that does not exist: see `npm run carrier -- list`.',
        );
      }
      await recordAudit(tx, {
        ...{ ...acting, accountId: null, action: 'route.update' },
        targets: [{ type: 'route', id: route.name }],
        after: {
          ...{ name: route.name, priority },
          carriers: carriers.map((one) => one.name),
        },
      });
    },
    { lock: carrierLock },
  );
  return route;
}

/** @throws CarrierError if there is no such route */
export const removeRoute = (routeName: string, acting: Acting = {}): Promise<void> =>
  transaction(async (tx) => {
    const removed = await query(
      'remove-route',
      'DELETE FROM routes WHERE name = $1 RETURNING name',
      [routeName],
      tx,
    );
    if (removed.length === 0) throw new CarrierError(`There is no route ${routeName}.`);
    await recordAudit(tx, {
      ...{ ...acting, accountId: null, action: 'route.update' },
      ...{ targets: [{ type: 'route', id: routeName }], before: { name: routeName } },
    });
  });
