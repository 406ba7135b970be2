/** Messages in the queue of an account are counted up to this number. */
export const maxCountedQueue = 10_000;

/** Failures are counted among this many of the newest messages, so that the page costs the same for every account. */
export const countedMessages = 1_000;
