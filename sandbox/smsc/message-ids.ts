/** How an id is written: letters and digits, hexadecimal, or decimal. */
export type IdFormat = 'text' | 'hex' | 'decimal';

const radix = { text: 36, hex: 16, decimal: 10 } as const satisfies Record<IdFormat, number>;

/**
 * Numbers messages from the millisecond of the start, a thousand to the millisecond: a centre that
 * starts again counts on from above all it gave out before, as long as it took in fewer than a
 * million a second.
 *
 * @returns the next number, at each call
 */
export function createMessageNumbers(startedAt = Date.now()): () => number {
  let serial = startedAt * 1000;
  return () => {
    serial += 1;
    return serial;
  };
}

/** Writes a message's number as the centre's id for it, at most 16 characters. */
export function formatMessageId(serial: number, format: IdFormat): string {
  return serial.toString(radix[format]);
}
