import { randomBytes } from 'node:crypto';
import { hostCookie, readText } from './cookies.server.ts';

/**
 * Names a browser beyond the end of its sessions, so that its user is mailed of a sign-in from another one and
 * not of each. It says nothing about who signed in.
 */
const cookie = hostCookie('device');

/** As long as browsers keep a cookie, in seconds: 400 days. */
const keptSeconds = 400 * 24 * 3_600;

/** 128 random bits. */
const newDevice = () => randomBytes(16).toString('base64url');

/**
 * The id of the browser that a request comes from, a new one if it has none.
 *
 * @returns it, and the `Set-Cookie` that keeps it
 */
export async function readDevice(request: Request): Promise<{ id: string; setCookie: string }> {
  const known = await readText(cookie, request);
  const id = known && /^[\w-]{22}$/.test(known) ? known : newDevice();
  return { id, setCookie: await cookie.serialize(id, { maxAge: keptSeconds }) };
}
