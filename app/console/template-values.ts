/** The name of the field of a slot's value, by its place from 0: no two fields of a form share one. */
export const valueName = (at: number): string => `value-${at + 1}`;

/** The values of a form's slots, in order. */
export function readValues(form: FormData): string[] {
  const values: string[] = [];
  for (
    let value = form.get(valueName(0));
    value !== null;
    value = form.get(valueName(values.length))
  ) {
    values.push(typeof value === 'string' ? value : '');
  }
  return values;
}

/**
 * The text of a template with values in its slots.
 *
 * @param texts the fixed texts, one more than slots
 * @param values of the slots; what is missing is empty
 */
export const composeText = (texts: readonly string[], values: readonly string[]): string =>
  texts.map((text, at) => (at < texts.length - 1 ? text + (values[at] ?? '') : text)).join('');
