/** What the API IDs and API keys of a mode begin with, so that a person can tell them apart. */
const prefixes = {
  live: { id: 'dk_', secret: 'sk_' },
  test: { id: 'dk_test_', secret: 'sk_test_' },
} as const;

/** @returns `dk_` and `sk_`, or those of test keys */
export const prefixesOf = ({ livemode }: { livemode: boolean }) =>
  livemode ? prefixes.live : prefixes.test;

/** Whether an API ID is one of live mode, also of a key that is deleted. Behind `dk_` no live one has another `_`. */
export const isLiveApiId = (keyId: string): boolean => !keyId.startsWith(prefixes.test.id);

/** Replaces the secret of a key where it is not shown. */
export const maskedSecret = (key: { livemode: boolean }): string =>
  `${prefixesOf(key).secret}••••••••`;
