import { perInstance } from './instance.ts';

/**
 * Caches the result of `make` by name at its first use in each instance, so that startup does not create rarely used values.
 *
 * @param make for a small, fixed set of names: entries are never evicted
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
