import { clock } from '#platform/clock.ts';
import { decrypt, encrypt } from '#platform/crypto.server.ts';
import { hostCookie, readText } from './cookies.server.ts';

/** A cookie whose content only we can read and write, and which is read no later than it is kept. */
export function encryptedCookie<T>(name: string, { maxAge }: { maxAge: number }) {
  const cookie = hostCookie(name);
  // Binds a value to this cookie: it cannot be used in another.
  const place = `cookie|${name}`;
  return {
    name: cookie.name,

    /**
     * @param remember whether the browser keeps it when it is closed
     * @returns the `Set-Cookie` that hands it over
     */
    write(content: T, { remember = true }: { remember?: boolean } = {}): Promise<string> {
      const kept: Kept<T> = { until: clock.now().getTime() + maxAge * 1_000, content };
      const value = encrypt(JSON.stringify(kept), place).toString('base64url');
      return cookie.serialize(value, remember ? { maxAge } : {});
    },

    /** What we wrote, or null if there is none, it is over, or somebody else wrote it. */
    async read(request: Request): Promise<T | null> {
      const text = await readText(cookie, request);
      const kept = text === null ? null : open<T>(text, place);
      return kept && kept.until > clock.now().getTime() ? kept.content : null;
    },

    /** @returns the `Set-Cookie` that takes it back */
    forget: (): Promise<string> => cookie.serialize('', { maxAge: 0 }),
  };
}

/** `until` in milliseconds since 1970. */
type Kept<T> = { until: number; content: T };

function open<T>(text: string, place: string): Kept<T> | null {
  try {
    return JSON.parse(decrypt(Buffer.from(text, 'base64url'), place));
  } catch {
    // A visitor may write anything into a cookie; what does not open was not written by us.
    return null;
  }
}
