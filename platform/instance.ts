import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A web server, a worker or a command that runs in this process, with its configuration and everything that it has opened. A
 * process usually has one instance; a test may run several.
 */
export type Instance = {
  /** The configuration that `parseConfig` returned. */
  readonly config: object;
  /** The objects that were created for this instance, by the key of their factory. */
  readonly made: WeakMap<object, unknown>;
};

const running = new AsyncLocalStorage<Instance>();

/**
 * The first instance of the process. Code outside `runIn` belongs to it, even after the instance has stopped. So `runIn`
 * costs nothing in a process with a single instance.
 */
let first: Instance | null = null;

/** Creates an instance, whose code must run in `runIn`. @param config the result of `parseConfig` */
export function createInstance(config: object): Instance {
  const instance = { config, made: new WeakMap() };
  first ??= instance;
  return instance;
}

/** Runs work, including its asynchronous continuations, for an instance. */
export const runIn = <T>(instance: Instance, work: () => T): T =>
  instance === first && !running.getStore() ? work() : running.run(instance, work);

/**
 * Returns the instance whose code is running.
 *
 * @throws Error if there is no instance yet, for example while modules load, which must not read settings or open
 *   connections
 */
export function currentInstance(): Instance {
  const instance = running.getStore() ?? first;
  if (!instance) throw new Error('Nothing is configured: call configure first.');
  return instance;
}

/** Whether there is an instance, for example from earlier tests in this process. */
export const hasInstance = (): boolean => (running.getStore() ?? first) !== null;

/** The factories that run at the start of an instance. */
const atStart: (() => unknown)[] = [];

/** Creates one value per instance, when the instance starts. Use it for connections, because opening them takes a moment. */
export function openedAtStart<T>(create: () => T): () => T {
  const get = perInstance(create);
  atStart.push(get);
  // In tests and in development, a module may be loaded after the instance has started.
  if (hasInstance()) get();
  return get;
}

/** Runs the factories of `openedAtStart` for an instance. */
export const openAtStart = (): void => {
  for (const open of atStart) open();
};

/** Creates one value per instance, when it is first used. */
export function perInstance<T>(create: () => T): () => T {
  const key = {};
  return () => {
    const { made } = currentInstance();
    if (!made.has(key)) made.set(key, create());
    return made.get(key) as T;
  };
}

/**
 * Declares an object or function that each instance creates for itself on first use. So a module can have a cache, a batch
 * or a connection, although importing the module opens nothing. The result is a proxy and can be used like an ordinary
 * object, except with private fields (as in a `Map`), `instanceof`, `new` and `JSON.stringify`.
 */
export function ofInstance<T extends object>(create: () => T): T {
  const get = perInstance(create);
  /** An object that inherits from the proxy, such as a child logger, keeps its own properties. */
  const receiverOf = (receiver: unknown) => (receiver === stand ? get() : receiver);
  // The target is an arrow function: a proxy must report its target's own properties, and an arrow function has few.
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

/**
 * Calls `make` for a name on its first use in an instance, and caches the result. So rarely used values are not created at
 * startup.
 *
 * @param make creates the value. The set of names must be small and fixed, because cached values are never removed
 */
export function memoize<Value>(make: (name: string) => Value): (name: string) => Value {
  const all = perInstance(() => new Map<string, { value: Value }>());
  return (name) => {
    const made = all();
    const entry = made.get(name) ?? { value: make(name) };
    made.set(name, entry);
    return entry.value;
  };
}
