import { createHash } from 'node:crypto';
import { z } from 'zod';

export const failureModes = {
  none: 'Nothing',
  token: 'The code cannot be exchanged',
  profile: 'The profile cannot be read',
} as const;

/** Who signs in, as entered on the consent page, and what goes wrong afterwards. */
export const personSchema = z.object({
  name: z.string().trim().min(1).max(100),
  email: z.string().trim().min(1).max(254),
  verified: z.literal('on').optional(),
  trouble: z.enum(['none', 'token', 'profile']).default('none'),
});

export type Person = z.output<typeof personSchema>;

/** The id of a person, the same for the same address: a number of 15 digits at most. */
export function personId({ email }: Person): number {
  const digest = createHash('sha256').update(email.toLowerCase()).digest();
  return Number(digest.readBigUInt64BE() % 1_000_000_000_000_000n);
}
