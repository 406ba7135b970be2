import { purgeEmailChanges } from '#domain/accounts/email-change/purge-email-changes.server.ts';
import { forgetDevices } from '#domain/accounts/forget-devices.server.ts';
import { forgetTokens } from '#domain/accounts/forget-tokens.server.ts';
import { forgetSignUpPlaces } from '#domain/accounts/sign-up-place.server.ts';
import { deleteOldNotifications } from '#domain/channels/delete-old-notifications.server.ts';
import { requeueNotifications } from '#domain/channels/requeue-notifications.server.ts';
import { expireOverdue } from '#domain/delivery/sweep/expire-overdue.server.ts';
import { giveUpLeases } from '#domain/delivery/sweep/give-up-leases.server.ts';
import {
  matchLongWaiting,
  matchWaiting,
  purgeReceipts,
} from '#domain/delivery/sweep/match-waiting.server.ts';
import { nudgeForgotten } from '#domain/delivery/sweep/nudge-forgotten.server.ts';
import { foldTallies } from '#domain/figures/fold-tallies.server.ts';
import { forgetDays } from '#domain/figures/forget-days.server.ts';
import { forgetAnswers } from '#domain/idempotency/forget-answers.server.ts';
import { forgetMails } from '#domain/mail/forget-mails.server.ts';
import { sweepMails } from '#domain/mail/sweep-mails.server.ts';
import { brakeAbused } from '#domain/otp/abuse/brake-abused.server.ts';
import { releaseRecovered } from '#domain/otp/abuse/release-recovered.server.ts';
import { expireOtp } from '#domain/otp/expire-otp.server.ts';
import { purgeOtps } from '#domain/otp/purge-otps.server.ts';
import { forgetEvents } from '#domain/payments/forget-events.server.ts';
import { sweepOrders } from '#domain/payments/sweep-orders.server.ts';
import { forgetRefused } from '#domain/refused-requests/forget-refused.server.ts';
import { forgetSessions } from '#domain/sessions/forget-sessions.server.ts';
import { expireSubscriptions } from '#domain/subscriptions/expire-subscriptions.server.ts';
import { remindOfEnds } from '#domain/subscriptions/remind-of-ends.server.ts';
import { forgetUnsent } from '#domain/unsent-forms/forget-unsent.server.ts';
import { notifyUsage } from '#domain/usage/notify-usage.server.ts';
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
