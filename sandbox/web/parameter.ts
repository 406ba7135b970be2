/** A query parameter that was given once, else an empty string. */
export function parameter(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
