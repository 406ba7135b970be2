import { clock } from '#platform/clock.ts';
import { seal, unseal } from '#platform/crypto.server.ts';
import { hostCookie, readText } from './cookies.server.ts';

/** A cookie whose content only we can read and write, and which is read no later than it is kept. */
export function sealedCookie<T>(name: string, { maxAge }: { maxAge: number }) {
  const cookie = hostCookie(name);
  return {
    name: cookie.name,

    /**
     * @param remember whether the browser keeps it when it is closed
     * @returns the `Set-Cookie` that hands it over
     */
    write(content: T, { remember = true }: { remember?: boolean } = {}): Promise<string> {
      const sealed = seal(
        JSON.stringify({ name, until: clock.now().getTime() + maxAge * 1_000, content }),
      );
      return cookie.serialize(sealed.toString('base64url'), remember ? { maxAge } : {});
    },

    /** What we wrote, or null if there is none, it is over, or somebody else wrote it. */
    async read(request: Request): Promise<T | null> {
      const text = await readText(cookie, request);
      const kept = text === null ? null : open<T>(text);
      return kept && kept.name === name && kept.until > clock.now().getTime() ? kept.content : null;
    },

    /** @returns the `Set-Cookie` that takes it back */
    forget: (): Promise<string> => cookie.serialize('', { maxAge: 0 }),
  };
}

type Kept<T> = { name: string; until: number; content: T };

function open<T>(text: string): Kept<T> | null {
  try {
    return JSON.parse(unseal(Buffer.from(text, 'base64url')));
  } catch {
    // A visitor may write anything into a cookie; what does not open was not written by us.
    return null;
  }
}
