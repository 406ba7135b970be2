// This file is separate from the keys' contract, which needs zod. Public pages should not load zod just for a prefix.

/** The prefixes of the API IDs and API keys of each mode, so that people can tell them apart. */
const prefixes = {
  live: { id: 'dk_', secret: 'sk_' },
  test: { id: 'dk_test_', secret: 'sk_test_' },
} as const;

/** The prefixes of a key's mode: `dk_` and `sk_` in live mode, `dk_test_` and `sk_test_` in test mode. */
export const prefixesOf = ({ livemode }: { livemode: boolean }) =>
  livemode ? prefixes.live : prefixes.test;

/**
 * Whether an API ID belongs to live mode. Reads only the prefix, so it also works for deleted keys. A live API ID contains
 * no second `_`, so it cannot begin with `dk_test_`.
 */
export const isLiveApiId = (keyId: string): boolean => !keyId.startsWith(prefixes.test.id);

export const maskedSecret = (key: { livemode: boolean }): string =>
  `${prefixesOf(key).secret}••••••••`;
