import { createHash } from 'node:crypto';
import { z } from 'zod';

export const failureModes = {
  none: 'Nothing',
  token: 'The code cannot be exchanged',
  profile: 'The profile cannot be read',
} as const;

/** The person entered on the consent page, and the failure to simulate. */
export const personSchema = z.object({
  name: z.string().trim().min(1).max(100),
  email: z.string().trim().min(1).max(254),
  verified: z.literal('on').optional(),
  trouble: z.enum(['none', 'token', 'profile']).default('none'),
});

export type Person = z.output<typeof personSchema>;

/** A stable id of at most 15 digits, derived from the email address. */
export function personId({ email }: Person): number {
  const digest = createHash('sha256').update(email.toLowerCase()).digest();
  return Number(digest.readBigUInt64BE() % 1_000_000_000_000_000n);
}
