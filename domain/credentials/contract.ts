/** Who calls with an API key, as known at most half a second ago. */
export type Caller = {
  userId: string;
  /** The API ID, `dk_…`. */
  keyId: string;
  /** The month of use that pays for the call. */
  periodId: string;
};

/** What a caller presents: the key alone names it, the API ID must fit if it is given. */
export type PresentedKey = { keyId: string | null; secretKey: string };
