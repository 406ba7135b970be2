import { z } from 'zod';
import { serverSettings } from '#platform/server-settings.ts';
import { defineSettings } from '#platform/settings.ts';

/**
 * The domain to which passkeys belong: the host of `PUBLIC_URL`, or a parent domain of it. A passkey works only for the domain
 * for which it was made.
 */
const passkeySettings = defineSettings({ WEBAUTHN_RP_ID: z.string().min(1).optional() });

/** The relying party of WebAuthn: its id, and the only origin that may use passkeys. */
export function relyingParty(): { id: string; origin: string } {
  const { hostname, origin } = new URL(serverSettings.PUBLIC_URL);
  return { id: passkeySettings.WEBAUTHN_RP_ID ?? hostname, origin };
}
