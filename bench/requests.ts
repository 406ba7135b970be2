/** Creates request bodies. No two messages of a run have the same recipient or text. */
export type Requests = {
  /** Bodies with one message each. */
  singles(count: number): string[];
  /** Bodies with `size` messages each. */
  batches(count: number, size: number): string[];
  /** The digits of an Indian mobile number that was not used before. */
  number(): string;
};

/** The step between numbers that begin with 98; it has no factor in common with 10^8, so none repeats. */
const stride = 4_999;

export function createRequests(): Requests {
  let serial = 0;
  const number = () => {
    serial += 1;
    return `98${String((serial * stride) % 100_000_000).padStart(8, '0')}`;
  };
  const message = () => ({
    recipient: number(),
    message: `Your order ${serial} has left our warehouse and arrives tomorrow.`,
  });
  const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
  return {
    singles: (count) => many(count, () => JSON.stringify(message())),
    batches: (count, size) => many(count, () => JSON.stringify({ messages: many(size, message) })),
    number,
  };
}
