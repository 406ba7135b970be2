/** What `platform` has to know of the product that it runs; another product has a file of its own in its place. */
export const product = {
  /** In the user agent of our requests, and as the sender of emails where none is set. */
  name: 'Dakiya',
  /** Begins the names of metrics and the keys of queues in Redis, which hold jobs: a queue under a new name is empty. */
  slug: 'dakiya',
  /** Names of fields that are never logged, in lower case, besides those that are secret in any product. */
  secretFields: [
    'passwordconfirm',
    'content',
    'text',
    'otp',
    'otp_code',
    'recipient',
    'phonenumber',
    'phone_number',
    'end_user_ip',
  ],
} as const;
