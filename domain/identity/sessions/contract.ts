/**
 * How a session's token is presented: in a browser's cookie, or by a program as `Authorization: Bearer`.
 * Neither is accepted where the other belongs.
 */
export type SessionKind = 'browser' | 'program';

/** Who is signed in, and by which session. */
export type SignedInUser = {
  sessionId: string;
  userId: string;
  /** When they last signed in or entered the password. */
  authenticatedAt: Date;
};

/** A session as its owner sees it. */
export type SessionOutput = {
  id: string;
  /** The browser or program, in words such as `Firefox on Linux`. */
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** It is the one that asks. */
  current: boolean;
};

const dayMs = 24 * 3_600_000;

/** How long a session lives after it was last seen, in milliseconds. */
const sessionTtlMs = 30 * dayMs;

/** How long a session lives at most, however often it is used, in milliseconds. */
const sessionMaxLifeMs = 180 * dayMs;

/** How long a sign-in or a password entry counts as recent, in milliseconds. */
export const recentSignInMs = 15 * 60_000;

/** When a session ends that is seen at this time. */
export function sessionEnd(createdAt: Date, seenAt: Date): Date {
  const unused = seenAt.getTime() + sessionTtlMs;
  return new Date(Math.min(unused, createdAt.getTime() + sessionMaxLifeMs));
}
