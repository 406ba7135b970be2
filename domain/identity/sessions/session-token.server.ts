import { createHash, randomBytes } from 'node:crypto';

/** A new session token: 256 random bits in base64url, 43 characters. */
export const newSessionToken = () => randomBytes(32).toString('base64url');

/** What is stored of a token. It has too many bits to be guessed, so a plain hash is enough. */
export const hashSessionToken = (token: string) =>
  new Uint8Array(createHash('sha256').update(token).digest());
