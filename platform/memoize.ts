/**
 * Remembers what is made of a name. It is made when it is first asked for: a program's start does not wait
 * for what few look at.
 *
 * @param make for names of ours, of which there are few: all that was made is kept
 */
export function memoize<Value>(make: (name: string) => Value): (name: string) => Value {
  const made = new Map<string, { value: Value }>();
  return (name) => {
    const entry = made.get(name) ?? { value: make(name) };
    made.set(name, entry);
    return entry.value;
  };
}
