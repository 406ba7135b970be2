/** What a tab answers whoever asked to see the secret of a key. */
export type Revealed = { revealed: { key: string; secretKey: string } };
