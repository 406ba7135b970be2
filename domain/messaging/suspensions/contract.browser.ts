/** The `reason` of a queued message of a suspended account. It is not stored: the account may resume. */
export const heldReason = 'held while the account is suspended';

/** The `reason` of a one-time password that was cancelled, because its account was suspended before it was submitted. */
export const suspendedReason = 'account is suspended';

/** What the owner of a suspended account is shown. */
export type SuspensionNotice = { suspendedAt: Date; notice: string };
