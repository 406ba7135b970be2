import { forgetTokens } from '#domain/accounts/forget-tokens.server.ts';
import { expireOverdue } from '#domain/delivery/sweep/expire-overdue.server.ts';
import { giveUpLeases } from '#domain/delivery/sweep/give-up-leases.server.ts';
import { matchWaiting } from '#domain/delivery/sweep/match-waiting.server.ts';
import { nudgeForgotten } from '#domain/delivery/sweep/nudge-forgotten.server.ts';
import { forgetAnswers } from '#domain/idempotency/forget-answers.server.ts';
import { forgetMails } from '#domain/mail/forget-mails.server.ts';
import { sweepMails } from '#domain/mail/sweep-mails.server.ts';
import { expireOtp } from '#domain/otp/expire-otp.server.ts';
import { forgetSessions } from '#domain/sessions/forget-sessions.server.ts';
import { logger } from '#platform/logger.ts';
import type { JobResult } from '../run-jobs.ts';

/** Everything that finds rows which no job looks after any more, or whose time is over. */
export async function sweep(): Promise<JobResult> {
  const found = {
    expired: await expireOverdue(),
    nudged: await nudgeForgotten(),
    lost: await giveUpLeases(),
    receipts: await matchWaiting(),
    otps: await expireOtp(),
    answers: await forgetAnswers(),
    mails: await sweepMails(),
    oldMails: await forgetMails(),
    tokens: await forgetTokens(),
    sessions: await forgetSessions(),
  };
  if (Object.values(found).some((count) => count > 0)) logger.info(found, 'swept');
  return undefined;
}
