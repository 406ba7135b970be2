import { brakesOf } from '#domain/otp/abuse/brakes-of.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { env } from '#platform/env.ts';
import type { Asked } from '../../console/contract.ts';
import { loadConsole } from '../../console/load-console.server.ts';

/** The console for one-time passwords, and the brakes that are on for the user's keys. */
export async function load(signedIn: SignedIn, asked: Asked) {
  const [console, brakes] = await Promise.all([
    loadConsole(['send-otp', 'verify-otp'], signedIn, asked),
    brakesOf(signedIn.userId),
  ]);
  const named = brakes.flatMap((brake) => {
    const key = console.keys?.find(({ keyId }) => keyId === brake.keyId);
    return key ? { ...brake, keyName: key.name } : [];
  });
  return { ...console, brakes: named, brakedPerMinute: env.OTP_BRAKED_PER_MINUTE };
}
