/**
 * One value for the whole process.
 *
 * `server.ts` and the Remix build are bundled apart, so a module that both import exists twice.
 * What must not exist twice (a pool, a logger's context, the list of things to close) is kept
 * here, under a name.
 */
export function processWide<T>(name: string, make: () => T): T {
  const store = globalThis as typeof globalThis & { dakiya?: Map<string, unknown> };
  store.dakiya ??= new Map();
  if (!store.dakiya.has(name)) store.dakiya.set(name, make());
  return store.dakiya.get(name) as T;
}
