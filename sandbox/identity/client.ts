/** The registered OAuth client of a provider. */
export type Client = {
  id: string;
  secret: string;
  /** Allowed redirect addresses; exact matches only. */
  redirectUris: readonly string[];
};
