/** Format of message ids: base 36, hexadecimal or decimal. */
export type IdFormat = 'text' | 'hex' | 'decimal';

const radix = { text: 36, hex: 16, decimal: 10 } as const satisfies Record<IdFormat, number>;

/**
 * Numbers messages from the start time in ms times 1,000, so that a restarted centre never reuses a number as
 * long as it handles fewer than a million messages per second.
 *
 * @returns the next number at each call
 */
export function createMessageNumbers(startedAt = Date.now()): () => number {
  let serial = startedAt * 1000;
  return () => {
    serial += 1;
    return serial;
  };
}

/** Formats a message's number as an id of at most 16 characters. */
export function formatMessageId(serial: number, format: IdFormat): string {
  return serial.toString(radix[format]);
}
