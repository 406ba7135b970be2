import { randomBytes } from 'node:crypto';
import { RecentMap } from '../smsc/recent-map.ts';
import type { Person } from './person.ts';

/** What a person has allowed, until the code is exchanged. */
export type Grant = { person: Person; redirectUri: string; codeChallenge: string };

const mostKept = 1_000;
const codeLifeMs = 60_000;

/** The codes and access tokens that one provider has given out. */
export function createGrants() {
  const codes = new RecentMap<string, { grant: Grant; until: number; used: boolean }>(mostKept);
  const tokens = new RecentMap<string, Person>(mostKept);

  return {
    /** @returns a code, good once and for a minute */
    allow(grant: Grant): string {
      const code = randomBytes(20).toString('base64url');
      codes.set(code, { grant, until: Date.now() + codeLifeMs, used: false });
      return code;
    },

    /** Uses a code up. @returns what was allowed, or null if the code is unknown, used or over */
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

    /** Whose profile the header `Authorization` opens: `Bearer` and `token` both introduce one. */
    personOf(authorization: string | undefined): Person | null {
      const token = /^(?:Bearer|token) (\S+)$/i.exec(authorization ?? '')?.[1];
      return (token && tokens.get(token)) || null;
    },
  };
}

export type Grants = ReturnType<typeof createGrants>;
