import { randomBytes } from 'node:crypto';
import { RecentMap } from '../smsc/recent-map.ts';
import type { Person } from './person.ts';

/** A consent, stored until its code is exchanged. */
export type Grant = { person: Person; redirectUri: string; codeChallenge: string };

const maxStored = 1_000;
const codeTtlMs = 60_000;

/** The codes and access tokens of one provider. */
export function createGrants() {
  const codes = new RecentMap<string, { grant: Grant; until: number; used: boolean }>(maxStored);
  const tokens = new RecentMap<string, Person>(maxStored);

  return {
    /** @returns a code that is valid once, for a minute */
    allow(grant: Grant): string {
      const code = randomBytes(20).toString('base64url');
      codes.set(code, { grant, until: Date.now() + codeTtlMs, used: false });
      return code;
    },

    /**
     * Consumes a code.
     *
     * @returns its grant, or null if the code is unknown, used or expired
     */
    take(code: string): Grant | null {
      const entry = codes.get(code);
      if (!entry || entry.used || entry.until < Date.now()) return null;
      entry.used = true;
      return entry.grant;
    },

    /** @returns an access token for a person's profile */
    giveToken(person: Person): string {
      const token = randomBytes(20).toString('base64url');
      tokens.set(token, person);
      return token;
    },

    /** The person of an `Authorization` header with `Bearer` or `token`. */
    personOf(authorization: string | undefined): Person | null {
      const token = /^(?:Bearer|token) (\S+)$/i.exec(authorization ?? '')?.[1];
      return (token && tokens.get(token)) || null;
    },
  };
}

export type Grants = ReturnType<typeof createGrants>;
