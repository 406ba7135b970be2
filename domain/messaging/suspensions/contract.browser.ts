import { z } from 'zod';
import { requiredText } from '#domain/shared/text.browser.ts';

/** The `reason` of a queued message of a suspended account. It is not stored, because the account may be resumed. */
export const heldReason = 'held while the account is suspended';

/** The `reason` of a one-time password that was cancelled because its account was suspended before the submit. */
export const suspendedReason = 'account is suspended';

/** What the owner of a suspended account is shown. */
export type SuspensionNotice = { suspendedAt: Date; notice: string };

/** The reason for which an operator acts on an account. The owner of the account can read it in the audit trail. */
export const operatorReason = requiredText('Please enter a reason')
  .trim()
  .min(3, 'Please use at least 3 characters.')
  .max(500, 'Please use at most 500 characters.');

/** What the owner of a suspended account reads by email and on each page of the dashboard. */
const suspensionNotice = requiredText('Please write what the owner is to read')
  .trim()
  .min(10, 'Please use at least 10 characters.')
  .max(500, 'Please use at most 500 characters.');

export const suspensionInput = z.object({ reason: operatorReason, notice: suspensionNotice });
