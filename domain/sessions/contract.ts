/** Who is signed in, and by which session. */
export type SignedIn = {
  sessionId: string;
  userId: string;
};

/** A session as its owner sees it. */
export type SessionView = {
  id: string;
  /** The browser or program, in words such as `Firefox on Linux`. */
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** It is the one that asks. */
  current: boolean;
};

/** How long a session lives after it was last seen, in milliseconds. */
export const sessionLifeMs = 30 * 24 * 3_600_000;
