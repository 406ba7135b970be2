import { perInstance } from './instance.ts';

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
