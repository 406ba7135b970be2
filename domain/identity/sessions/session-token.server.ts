import { createHash, randomBytes } from 'node:crypto';

/** A new session token: 256 random bits in base64url, 43 characters. */
export const newSessionToken = () => randomBytes(32).toString('base64url');

/** A plain hash: a token has too many bits to be guessed. */
export const hashSessionToken = (token: string) =>
  new Uint8Array(createHash('sha256').update(token).digest());
