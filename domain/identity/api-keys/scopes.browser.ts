import { z } from 'zod';

/** What a key may be allowed to do, with what each scope covers. The database has the same list. */
export const keyScopes = {
  'messages:send': 'Send messages, suppress numbers and erase recipients',
  otp: 'Send and verify one-time passwords',
  'messages:read': 'Read messages, suppressed numbers and what is stored of a recipient',
  dlt: 'Read and change DLT registrations and OTP services',
  webhooks: 'Read and change webhook endpoints, and read their events',
  'account:read': 'Read the balance, how long messages are kept, and who has seen texts',
} as const;

export type KeyScope = keyof typeof keyScopes;

export const allKeyScopes = Object.keys(keyScopes) as KeyScope[];

/** At least one scope; each is kept once, in the order of `keyScopes`. */
export const scopesInput = z
  .array(z.enum(allKeyScopes, `Please use scopes of this list: ${allKeyScopes.join(', ')}.`))
  .min(1, 'Please choose at least one scope.')
  .max(50)
  .transform((chosen) => allKeyScopes.filter((scope) => chosen.includes(scope)))
  .meta({
    description: 'What the key may do; everything if left out on creation.',
    example: ['messages:send', 'messages:read'],
  });
