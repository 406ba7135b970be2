import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A web, a worker or a command that runs in this process: its configuration, and everything that it has opened. A
 * process usually has one; a test may run several.
 */
export type Instance = {
  /** The configuration that `parseConfig` has read. */
  readonly config: object;
  /** The objects that were created for it, by their factory. */
  readonly made: WeakMap<object, unknown>;
};

const running = new AsyncLocalStorage<Instance>();

/**
 * The first instance of the process. Work without a context belongs to it, including work that is still running after it was
 * stopped. So a process with one instance has no overhead.
 */
let first: Instance | null = null;

/** Creates an instance. Its code runs by `runIn`. @param config of `parseConfig` */
export function createInstance(config: object): Instance {
  const instance = { config, made: new WeakMap() };
  first ??= instance;
  return instance;
}

/** Runs work, including its asynchronous continuations, for an instance. */
export const runIn = <T>(instance: Instance, work: () => T): T =>
  instance === first && !running.getStore() ? work() : running.run(instance, work);

/**
 * The instance whose code runs.
 *
 * @throws Error if no instance is running, as while modules are loaded: loading a module must not read settings or open
 *   connections
 */
export function currentInstance(): Instance {
  const instance = running.getStore() ?? first;
  if (!instance) throw new Error('Nothing is configured: call configure first.');
  return instance;
}

/** Whether there is an instance, such as the instance of earlier tests in this process. */
export const hasInstance = (): boolean => (running.getStore() ?? first) !== null;

/** The factories that run at the start of an instance. */
const atStart: (() => unknown)[] = [];

/** Creates one value per instance, at its start: for connections, which take a moment to open. */
export function openedAtStart<T>(create: () => T): () => T {
  const get = perInstance(create);
  atStart.push(get);
  // For a module that is loaded after the start, in tests and in development.
  if (hasInstance()) get();
  return get;
}

/** Runs the factories of `openedAtStart` for an instance. */
export const openAtStart = (): void => {
  for (const open of atStart) open();
};

/** Creates one value per instance, at its first use. */
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
  /** Derived objects, such as a child of a logger, keep their own properties. */
  const receiverOf = (receiver: unknown) => (receiver === stand ? get() : receiver);
  // A proxy must report the own properties of its target function; an arrow function has few.
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
