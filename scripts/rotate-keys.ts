import type { Resealed } from '#platform/reseal-column.server.ts';
import { supervise } from './stack/supervise.ts';
import { say } from './stack/terminal.ts';

/**
 * npm run rotate-keys: seals again, under the first key of ENCRYPTION_KEYS, what is sealed under
 * another, while everything runs. Ends with 1 if something could not be opened, or was left.
 * docs/operations.md says what goes before and after it.
 */
supervise(async () => {
  // Only now: the settings are read when the first module that needs them is loaded.
  const { resealKeys } = await import('#domain/credentials/reseal-keys.server.ts');
  const { resealMessages } = await import('#domain/messages/reseal-messages.server.ts');
  const { resealCodes } = await import('#domain/otp/reseal-codes.server.ts');
  const { resealUnsent } = await import('#domain/unsent-forms/reseal-unsent.server.ts');
  const { reencryptAddresses } = await import(
    '#domain/notifications/reencrypt-addresses.server.ts'
  );
  const { shutDown } = await import('#platform/shutdown.ts');

  const results = [
    await tell('API keys', resealKeys),
    await tell('One-time passwords', resealCodes),
    await tell('Texts of messages that wait', resealMessages),
    await tell('Addresses of notifications', reencryptAddresses),
    await tell('Forms that were not sent', resealUnsent),
  ];
  await shutDown();
  return results.every((whole) => whole) ? 0 : 1;
});

type Reseal = (told: (resealed: number) => void) => Promise<Resealed>;

/** Runs one of them and says how it goes. @returns whether nothing is left */
async function tell(what: string, reseal: Reseal): Promise<boolean> {
  const { resealed, unreadable, left } = await reseal((count) => say(`${what}: ${count} …`));
  say(`${what}: ${resealed} sealed again, ${left} left.`);
  for (const id of unreadable) say(`  ${id} cannot be opened with any key of ENCRYPTION_KEYS.`);
  if (left > unreadable.length) {
    say(
      '  Some were sealed under another key just now: is every process restarted? Run this again.',
    );
  }
  return left === 0;
}
