/** Who may ask a provider for its users: one client, as it is registered there. */
export type Client = {
  id: string;
  secret: string;
  /** Where users may be sent back to, exactly. */
  redirectUris: readonly string[];
};
