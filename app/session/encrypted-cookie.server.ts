import { clock } from '#platform/clock.browser.ts';
import { decrypt, encrypt } from '#platform/crypto.ts';
import { hostCookie, readText } from './cookies.server.ts';

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
