/** The reply of an action that reveals a key. */
export type Revealed = { revealed: { key: string; secretKey: string } };
