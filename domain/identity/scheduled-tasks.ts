import type { ScheduledTasks } from '#platform/job-contract.ts';
import { purgeExpiredTokens } from './accounts/account-tokens.ts';
import { purgeEmailChanges } from './accounts/email-change.ts';
import { purgeUnusedDevices } from './accounts/record-device.ts';
import { clearSignUpPlaces } from './accounts/sign-up.ts';
import { notifyOfLeaks } from './api-keys/report-leak.ts';
import { purgeReplacedSecrets } from './api-keys/roll-key.ts';
import { purgeChallenges } from './factors/passkey-challenges.ts';
import { purgePendingSignIns } from './factors/pending-sign-ins.ts';
import { carryOutFactorResets } from './factors/reset-factors.ts';
import { purgeTrustedDevices } from './factors/trusted-devices.ts';
import { purgeExpiredSessions } from './sessions/manage-sessions.ts';

/** The tasks that the workers repeat for this group. */
export const identityTasks: ScheduledTasks = {
  often: {
    notifiedLeaks: notifyOfLeaks,
    factorResets: carryOutFactorResets,
  },
  rarely: {
    purgedTokens: purgeExpiredTokens,
    clearedSignUpPlaces: clearSignUpPlaces,
    purgedReplacedSecrets: purgeReplacedSecrets,
    purgedDevices: purgeUnusedDevices,
    purgedEmailChanges: purgeEmailChanges,
    purgedSessions: purgeExpiredSessions,
    purgedPendingSignIns: purgePendingSignIns,
    purgedTrustedDevices: purgeTrustedDevices,
    purgedPasskeyChallenges: purgeChallenges,
  },
};
