import { AsyncLocalStorage } from 'node:async_hooks';

type Load<Value> = (key: string) => Promise<Value>;

/** What the loaders of one page have read, by function and key. */
const current = new AsyncLocalStorage<Map<unknown, Map<string, unknown>>>();

/** Renders a page whose loaders only read, so that they can share what each of them reads. */
export const sharePageReads = <T>(render: () => T): T => current.run(new Map(), render);

/** A read that the loaders of one page share. Everywhere else, each call reads. */
export const oncePerPage =
  <Value>(load: Load<Value>): Load<Value> =>
  (key) => {
    const reads = current.getStore();
    if (!reads) return load(key);
    const values = (reads.get(load) ?? new Map()) as Map<string, Promise<Value>>;
    reads.set(load, values);
    const value = values.get(key) ?? load(key);
    values.set(key, value);
    return value;
  };
