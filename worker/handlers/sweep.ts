import { forgetEvents } from '#domain/billing/payments/forget-events.server.ts';
import { sweepOrders } from '#domain/billing/payments/sweep-orders.server.ts';
import { expireSubscriptions } from '#domain/billing/subscriptions/expire-subscriptions.server.ts';
import { remindOfEnds } from '#domain/billing/subscriptions/remind-of-ends.server.ts';
import { notifyUsage } from '#domain/billing/usage/notify-usage.server.ts';
import { purgeEmailChanges } from '#domain/identity/accounts/email-change/pending-email-change.server.ts';
import { forgetTokens } from '#domain/identity/accounts/forget-tokens.server.ts';
import { forgetDevices } from '#domain/identity/accounts/note-device.server.ts';
import { forgetSignUpPlaces } from '#domain/identity/accounts/sign-up-place.server.ts';
import { forgetSessions } from '#domain/identity/sessions/forget-sessions.server.ts';
import { forgetUnsent } from '#domain/identity/unsent-forms/forget-unsent.server.ts';
import { expireOverdue } from '#domain/messaging/delivery/sweep/expire-overdue.server.ts';
import { giveUpLeases } from '#domain/messaging/delivery/sweep/give-up-leases.server.ts';
import {
  matchLongWaiting,
  matchWaiting,
  purgeReceipts,
} from '#domain/messaging/delivery/sweep/match-waiting.server.ts';
import { nudgeForgotten } from '#domain/messaging/delivery/sweep/nudge-forgotten.server.ts';
import { foldTallies } from '#domain/messaging/figures/fold-tallies.server.ts';
import { forgetDays } from '#domain/messaging/figures/forget-days.server.ts';
import { brakeAbused } from '#domain/messaging/otp/abuse/brake-abused.server.ts';
import { releaseRecovered } from '#domain/messaging/otp/abuse/release-recovered.server.ts';
import { expireOtp } from '#domain/messaging/otp/expire-otp.server.ts';
import { purgeOtps } from '#domain/messaging/otp/purge-otps.server.ts';
import { forgetRefused } from '#domain/messaging/refused-requests/forget-refused.server.ts';
import { deleteOldNotifications } from '#domain/notifications/channels/delete-old-notifications.server.ts';
import { requeueNotifications } from '#domain/notifications/channels/requeue-notifications.server.ts';
import { forgetMails } from '#domain/notifications/mail/forget-mails.server.ts';
import { sweepMails } from '#domain/notifications/mail/sweep-mails.server.ts';
import { forgetAnswers } from '#domain/shared/idempotency/forget-answers.server.ts';
import type { JobResult } from '../run-jobs.ts';
import { runSteps, type Steps } from '../run-steps.ts';
import type { SweepPayload } from '../schedules.ts';

/** Whatever somebody waits for: rows which no job looks after any more, or whose time is over. */
const often: Steps = {
  expired: expireOverdue,
  codesNudged: () => nudgeForgotten('otp'),
  messagesNudged: () => nudgeForgotten('messages'),
  lost: giveUpLeases,
  receipts: matchWaiting,
  otps: () => expireOtp(),
  mails: sweepMails,
  notifications: requeueNotifications,
  orders: sweepOrders,
  async tallies() {
    await foldTallies();
    // There are some at any time, which is nothing to tell.
    return 0;
  },
};

/** What may take its time: it looks through more rows, and nobody notices a minute. */
const rarely: Steps = {
  oldReceipts: matchLongWaiting,
  purgedReceipts: purgeReceipts,
  braked: brakeAbused,
  released: releaseRecovered,
  usageTold: notifyUsage,
  reminded: remindOfEnds,
  ended: expireSubscriptions,
  answers: forgetAnswers,
  oldCodes: purgeOtps,
  oldMails: forgetMails,
  oldNotifications: deleteOldNotifications,
  oldEvents: forgetEvents,
  tokens: forgetTokens,
  signUpPlaces: forgetSignUpPlaces,
  devices: forgetDevices,
  emailChanges: purgeEmailChanges,
  sessions: forgetSessions,
  refused: forgetRefused,
  unsent: forgetUnsent,
  days: forgetDays,
};

/** Takes every step that is due, whatever becomes of another. */
export async function sweep({ due }: SweepPayload): Promise<JobResult> {
  await runSteps(due === 'often' ? often : rarely);
  return undefined;
}
