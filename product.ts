/** The product's identity for `platform`. Another product would replace this file. */
export const product = {
  /** Used in the user agent of our requests, and as the default sender of emails. */
  name: 'Dakiya',
  /** Prefix of metrics, and of queue keys in Redis. Changing it loses the queued jobs. */
  slug: 'dakiya',
  /** Lower-case names of fields that are never logged, in addition to those that are secret in any product. */
  secretFields: [
    'passwordconfirm',
    'content',
    'text',
    'authkey',
    'otp',
    'otp_code',
    'recipient',
    'phonenumber',
    'phone_number',
    'end_user_ip',
  ],
} as const;
