import { randomBytes } from 'node:crypto';
import { createCookie } from '@remix-run/node';
import { parse } from 'cookie';
import { trustedDeviceTtlMs } from '#domain/identity/factors/contract.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { decrypt, encrypt } from '#platform/crypto.ts';
import { ofInstance } from '#platform/instance.ts';
import { serverSettings } from '#platform/server-settings.ts';

/** Name of the cookie with the session token. */
export const sessionCookie = 'sid';

const isHttps = () => serverSettings.PUBLIC_URL.startsWith('https:');

const prefix = () => (isHttps() ? '__Host-' : '');

/** A cookie for this host only; over HTTPS the `__Host-` prefix makes browsers enforce that. */
export const hostCookie = (name: string) =>
  ofInstance(() =>
    createCookie(prefix() + name, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps(),
    }),
  );

/** The names of the request's cookies for this host, as given to `hostCookie`. */
export const listHostCookies = (request: Request): string[] =>
  Object.keys(parse(request.headers.get('cookie') ?? ''))
    .filter((name) => name.startsWith(prefix()))
    .map((name) => name.slice(prefix().length));

/** Reads a cookie. Ignores anything but a non-empty string. */
export async function readText(
  cookie: ReturnType<typeof hostCookie>,
  request: Request,
): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'));
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * Identifies a browser across sessions, but not its user, so that only a sign-in from a new browser causes
 * an email.
 */
const cookie = hostCookie('device');

/** The maximum age of a cookie in browsers, in seconds: 400 days. */
const maxAgeSeconds = 400 * 24 * 3_600;

/** The secret of a trusted device, which the server keeps only as a hash. */
const trustedCookie = hostCookie('trusted');

/** The secret of a browser that signs in without the second factor, or null. */
export const readTrusted = (request: Request): Promise<string | null> =>
  readText(trustedCookie, request);

/** @returns the `Set-Cookie` header with the secret of a trusted device */
export const writeTrusted = (secret: string): Promise<string> =>
  trustedCookie.serialize(secret, { maxAge: trustedDeviceTtlMs / 1_000 });

/** Creates the id of a browser: 128 random bits. */
const newDevice = () => randomBytes(16).toString('base64url');

/**
 * The id of the browser that sent a request, or a new id if the browser has none.
 *
 * @returns the id, and the `Set-Cookie` that stores it
 */
export async function readDevice(request: Request): Promise<{ id: string; setCookie: string }> {
  const known = await readText(cookie, request);
  const id = known && /^[\w-]{22}$/.test(known) ? known : newDevice();
  return { id, setCookie: await cookie.serialize(id, { maxAge: maxAgeSeconds }) };
}

/** A cookie that only the server can read and write, and that expires on the server too. */
export function encryptedCookie<T>(name: string, { maxAge }: { maxAge: number }) {
  const cookie = hostCookie(name);
  // Binds a value to this cookie's name, so that it is invalid in other cookies.
  const context = `cookie|${name}`;
  return {
    /**
     * @param remember whether the browser keeps the cookie after the browser is closed
     * @returns the `Set-Cookie` header
     */
    write(content: T, { remember = true }: { remember?: boolean } = {}): Promise<string> {
      const envelope: Envelope<T> = { until: clock.now().getTime() + maxAge * 1_000, content };
      const value = encrypt(JSON.stringify(envelope), context).toString('base64url');
      return cookie.serialize(value, remember ? { maxAge } : {});
    },

    /** The content, or null if the cookie is missing, expired or forged. */
    async read(request: Request): Promise<T | null> {
      const text = await readText(cookie, request);
      const envelope = text === null ? null : open<T>(text, context);
      return envelope && envelope.until > clock.now().getTime() ? envelope.content : null;
    },

    /** @returns the `Set-Cookie` header that deletes the cookie */
    forget: (): Promise<string> => cookie.serialize('', { maxAge: 0 }),
  };
}

/** `until` in milliseconds since 1970. */
type Envelope<T> = { until: number; content: T };

function open<T>(text: string, context: string): Envelope<T> | null {
  try {
    return JSON.parse(decrypt(Buffer.from(text, 'base64url'), context));
  } catch {
    // Visitors can send any value. A value that cannot be decrypted was not written by this server.
    return null;
  }
}
