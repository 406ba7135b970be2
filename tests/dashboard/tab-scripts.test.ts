import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screens } from '#app/dashboard/screens.ts';
import { root } from '#scripts/root.ts';

const assets = join(root, 'build/client/assets');

type Script = { module: string; imports?: string[] };
type Route = Script & { id: string; parentId?: string };

/** What the browser knows of the build. */
async function readManifest(): Promise<{ entry: Script; routes: Record<string, Route> }> {
  const name = (await readdir(assets)).find((file) => /^manifest-[\w-]+\.js$/.test(file)) ?? '';
  const text = await readFile(join(assets, name), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const scriptsOf = (script?: Script) =>
  script ? [script.module, ...(script.imports ?? [])].map(nameOf) : [];
const read = (name: string) => readFile(join(assets, name), 'utf8');

/** Some scripts with all that they import before they run. */
async function withImports(names: string[], found = new Set<string>()): Promise<Set<string>> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    const imports = (await read(name)).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g);
    await withImports(
      [...imports].map(([, path = '']) => path),
      found,
    );
  }
  return found;
}

test('no screen sends more than 60 kB of its own script, compressed', async () => {
  const { entry, routes } = await readManifest();
  const frame = 'routes/_member._frame';
  const always = [entry, routes.root, routes['routes/_member'], routes[frame]];
  const before = await withImports(always.flatMap(scriptsOf));
  const own = Object.values(routes).filter(({ parentId }) => parentId === frame);
  expect(own.length).toBeGreaterThanOrEqual(screens.length);
  for (const route of own) {
    const names = [...(await withImports(scriptsOf(route)))].filter((name) => !before.has(name));
    const sizes = await Promise.all(names.map((name) => stat(join(assets, `${name}.br`))));
    const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
    expect([route.id, bytes < 60_000]).toEqual([route.id, true]);
  }
});
