import { randomBytes } from 'node:crypto';
import { hostCookie, readText } from './cookies.server.ts';

/**
 * Identifies a browser beyond its sessions, so that the user is emailed about a sign-in from a new browser
 * only. It does not identify the user.
 */
const cookie = hostCookie('device');

/** The maximum age of a cookie in browsers, in seconds: 400 days. */
const maxAgeSeconds = 400 * 24 * 3_600;

/** 128 random bits. */
const newDevice = () => randomBytes(16).toString('base64url');

/**
 * The id of the browser that sent a request, a new one if it has none.
 *
 * @returns the id, and the `Set-Cookie` that stores it
 */
export async function readDevice(request: Request): Promise<{ id: string; setCookie: string }> {
  const known = await readText(cookie, request);
  const id = known && /^[\w-]{22}$/.test(known) ? known : newDevice();
  return { id, setCookie: await cookie.serialize(id, { maxAge: maxAgeSeconds }) };
}
