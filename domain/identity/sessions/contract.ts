declare module '#platform/ids.ts' {
  interface IdPrefixes {
    ses: 'sessions';
  }
}

/**
 * How a session token is presented: in a browser's cookie, or by a program as `Authorization: Bearer`. A token of one kind is
 * not accepted where the other kind is required.
 */
export type SessionKind = 'browser' | 'program';

export type SignedInUser = {
  sessionId: string;
  userId: string;
  /** When the user last logged in or entered the password. */
  authenticatedAt: Date;
  /** By which factors the session was proved, such as `password` and `totp`. */
  factors: readonly string[];
};

/** A session as its owner sees it. */
export type SessionOutput = {
  id: string;
  /** The browser or program, such as `Firefox on Linux`. */
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** Whether it is the session of this request. */
  current: boolean;
};

const dayMs = 24 * 3_600_000;

/** A session expires this long after its last use, in milliseconds. */
const idleTtlMs = 30 * dayMs;

/** A session expires this long after its creation, however often it is used, in milliseconds. */
const maxTtlMs = 180 * dayMs;

/** How long a sign-in or a password entry counts as recent, in milliseconds. */
export const recentSignInMs = 15 * 60_000;

/** How long the former token of a session works after a new one was issued, in milliseconds: for parallel requests. */
export const replacedTokenMs = 10_000;

/**
 * How long an operator's session in a browser lasts after its last use and after its creation, in milliseconds. An
 * operator can change the whole installation, so a forgotten browser must not stay signed in.
 */
const operatorTtlMs = { idle: 30 * 60_000, max: 12 * 3_600_000 };

/**
 * The expiry of a session that is used at `seenAt`.
 *
 * @param isOperator whether it is an operator's session in a browser
 */
export function sessionEnd(createdAt: Date, seenAt: Date, isOperator = false): Date {
  const { idle, max } = isOperator ? operatorTtlMs : { idle: idleTtlMs, max: maxTtlMs };
  return new Date(Math.min(seenAt.getTime() + idle, createdAt.getTime() + max));
}

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * Describes a browser or program by its user agent. The order of the lists matters: most user agents also contain the names of
 * other browsers. https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/User-Agent
 */
export function describeUserAgent(userAgent: string): string {
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = systems.find(([mark]) => userAgent.includes(mark))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? (userAgent.split(/[/ ]/)[0] || 'Unknown device');
}
