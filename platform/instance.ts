import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A web, a worker or a command that runs in this process: its configuration, and everything that it has opened. A
 * process usually has one; a test may run several.
 */
export type Instance = {
  /** What `parseConfig` has read. */
  readonly config: object;
  /** What was made for it, by what makes it. */
  readonly made: WeakMap<object, unknown>;
};

const running = new AsyncLocalStorage<Instance>();

/**
 * The first instance of the process. Work without a context belongs to it, also work that is still running after it has been
 * stopped. So a process with one instance pays nothing for the possibility of several.
 */
let first: Instance | null = null;

/** Makes an instance. Its code runs by `runIn`. @param config of `parseConfig` */
export function createInstance(config: object): Instance {
  const instance = { config, made: new WeakMap() };
  first ??= instance;
  return instance;
}

/** Runs work, with all that follows from it, for an instance. */
export const runIn = <T>(instance: Instance, work: () => T): T =>
  instance === first && !running.getStore() ? work() : running.run(instance, work);

/**
 * The instance whose code runs.
 *
 * @throws Error where none is running, which is so while modules are loaded: nothing is read or opened by then
 */
export function currentInstance(): Instance {
  const instance = running.getStore() ?? first;
  if (!instance) throw new Error('Nothing is configured: call configure first.');
  return instance;
}

/** Whether there is an instance, such as the one of the tests that this process has run before. */
export const hasInstance = (): boolean => (running.getStore() ?? first) !== null;

/** What is made at the start of an instance. */
const atStart: (() => unknown)[] = [];

/** Of each instance one, made at its start: connections, which take a moment to open. */
export function openedAtStart<T>(create: () => T): () => T {
  const get = perInstance(create);
  atStart.push(get);
  // A module that is loaded later, in tests and in development.
  if (hasInstance()) get();
  return get;
}

/** Opens what the modules of an instance need open. */
export const openAtStart = (): void => {
  for (const open of atStart) open();
};

/** Of each instance one, made when it is first asked for. */
export function perInstance<T>(create: () => T): () => T {
  const key = {};
  return () => {
    const { made } = currentInstance();
    if (!made.has(key)) made.set(key, create());
    return made.get(key) as T;
  };
}

/**
 * An object or a function that each instance makes for itself when it first uses it. A module declares and uses it like an
 * ordinary one, and so may have a cache, a batch or a connection without opening it when it is imported. The result is a
 * proxy: it does not work for objects with private fields, such as a `Map`, nor with `instanceof`, `new` and `JSON.stringify`.
 */
export function ofInstance<T extends object>(create: () => T): T {
  const get = perInstance(create);
  /** What derives from the object, such as a child of a logger, stays what it is. */
  const receiverOf = (receiver: unknown) => (receiver === stand ? get() : receiver);
  // A function's own properties cannot be left out of what a proxy says of them; an arrow function has few.
  const stand: T = new Proxy((() => undefined) as unknown as T, {
    apply: (_, self, values) => Reflect.apply(get() as () => unknown, self, values),
    get: (_, name, receiver) => Reflect.get(get(), name, receiverOf(receiver)),
    set: (_, name, value, receiver) => Reflect.set(get(), name, value, receiverOf(receiver)),
    defineProperty: (_, name, attributes) => Reflect.defineProperty(get(), name, attributes),
    deleteProperty: (_, name) => Reflect.deleteProperty(get(), name),
    has: (_, name) => Reflect.has(get(), name),
    ownKeys: () => Reflect.ownKeys(get()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(get(), name),
  });
  return stand;
}
