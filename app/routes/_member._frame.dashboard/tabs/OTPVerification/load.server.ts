import type { Asked } from '#app/console/contract.ts';
import { loadConsole } from '#app/console/load-console.server.ts';
import { brakesOf } from '#domain/otp/abuse/brakes-of.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { env } from '#platform/env.ts';

/** The console for one-time passwords, and the brakes that are on for the account and its keys. */
export async function load(signedIn: SignedIn, asked: Asked) {
  const [console, brakes] = await Promise.all([
    loadConsole(['send-otp', 'verify-otp'], signedIn, asked),
    brakesOf(signedIn.userId),
  ]);
  const nameOf = (id: string | null) => console.keys?.find(({ keyId }) => keyId === id)?.name;
  const named = brakes
    .map((brake) => ({ ...brake, keyName: nameOf(brake.keyId) ?? null }))
    // A key that is deleted sends nothing.
    .filter(({ keyId, keyName }) => keyId === null || keyName !== null);
  return { ...console, brakes: named, brakedPerMinute: env.OTP_BRAKED_PER_MINUTE };
}
