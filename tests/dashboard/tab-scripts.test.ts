import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screens } from '#app/dashboard/screens.ts';
import { root } from '#scripts/root.ts';

const assets = join(root, 'build/client/assets');

type Route = { module: string; imports?: string[] };

/** What the browser is told of the build. */
async function readManifest(): Promise<{ entry: Route; routes: Record<string, Route> }> {
  const name = (await readdir(assets)).find((file) => /^manifest-[\w-]+\.js$/.test(file)) ?? '';
  const text = await readFile(join(assets, name), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
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

test('no tab sends more than 60 kB of its own script, compressed', async () => {
  const { entry, routes } = await readManifest();
  const dashboard = routes['routes/_member._frame.dashboard'];
  if (!dashboard) throw new Error('the build has a dashboard');
  const always = [
    entry,
    routes.root,
    routes['routes/_member'],
    routes['routes/_member._frame'],
    dashboard,
  ];
  const before = await withImports(
    always.flatMap((route) => (route ? [route.module, ...(route.imports ?? [])] : [])).map(nameOf),
  );
  // The dashboard's script asks for each tab's when the tab is opened.
  const asked = [...before].map(async (name) => [
    ...(await read(name)).matchAll(/import\("\.\/([^"]+\.js)"\)/g),
  ]);
  const views = (await Promise.all(asked)).flat().map(([, name = '']) => name);
  // A few are so small that they are part of what every page has.
  expect(views.length).toBeGreaterThan(screens.length / 2);
  for (const view of new Set(views)) {
    const own = [...(await withImports([view]))].filter((name) => !before.has(name));
    const sizes = await Promise.all(own.map((name) => stat(join(assets, `${name}.br`))));
    const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
    expect([view, bytes < 60_000]).toEqual([view, true]);
  }
});
