import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from '#scripts/root.ts';

const schema = z.object({
  routes: z.record(
    z.string(),
    z.object({
      id: z.string(),
      parentId: z.string().optional(),
      path: z.string().optional(),
      hasAction: z.boolean(),
      hasLoader: z.boolean(),
    }),
  ),
});

/** A route of the build. */
export type Route = z.infer<typeof schema>['routes'][string];

const prefix = 'window.__remixManifest=';

/** Reads the build's routes from the browser manifest. */
export async function readRoutes(): Promise<Route[]> {
  const folder = join(root, 'build/client/assets');
  const file = (await readdir(folder)).find((name) => /^manifest-\w+\.js$/.test(name));
  if (!file) throw new Error('There is no build: run `npm run build`.');
  const text = await readFile(join(folder, file), 'utf8');
  return Object.values(
    schema.parse(JSON.parse(text.slice(prefix.length).replace(/;\s*$/, ''))).routes,
  );
}

/** Whether a route serves the API, whose endpoints are in the OpenAPI document. */
export const isEndpoint = ({ path = '' }: Route) => /^api\/(?:v1\/|\*)/.test(path);

/** The path of a route with `{name}` for each parameter. */
export const templateOf = ({ path = '' }: Route) =>
  `/${path.replaceAll(/\/?:(\w+)(\??)/g, (whole, name) => `${whole.startsWith('/') ? '/' : ''}{${name}}`).replace('*', '{rest}')}`;
