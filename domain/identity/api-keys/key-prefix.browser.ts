// This file is separate from the contract of keys, because the contract needs zod, and public pages should not load zod
// only for a prefix.

/** The prefixes of the API IDs and API keys of each mode, so that people can tell them apart. */
const prefixes = {
  live: { id: 'dk_', secret: 'sk_' },
  test: { id: 'dk_test_', secret: 'sk_test_' },
} as const;

/** The prefixes of a key's mode: `dk_` and `sk_` in live mode, `dk_test_` and `sk_test_` in test mode. */
export const prefixesOf = ({ livemode }: { livemode: boolean }) =>
  livemode ? prefixes.live : prefixes.test;

/**
 * Whether an API ID belongs to live mode. Reads only the prefix, so this also works for deleted keys. A live API ID has no
 * second `_`, so it cannot begin with `dk_test_`.
 */
export const isLiveApiId = (keyId: string): boolean => !keyId.startsWith(prefixes.test.id);

/** The text that replaces the secret of a key where it is not shown. */
export const maskedSecret = (key: { livemode: boolean }): string =>
  `${prefixesOf(key).secret}••••••••`;
