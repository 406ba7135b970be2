import type { LoaderFunctionArgs } from '@remix-run/node';
import { layOutBars } from '#app/charts/lay-out.server.ts';
import { loadKeyNames } from '#app/messages/read-filter.server.ts';
import { findService } from '#app/otp-services/service-input.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { recoverySampleSize } from '#domain/messaging/otp/contract.ts';
import { findObjections } from '#domain/messaging/otp/services/check-service.ts';
import {
  maxHours,
  readHourlyCounts,
  sumHours,
} from '#domain/messaging/otp/services/read-hourly-counts.ts';
import {
  maxRecentCodes,
  readRecentCodes,
  readThrottleState,
} from '#domain/messaging/otp/services/read-recent-codes.ts';
import { otpSettings } from '#domain/messaging/otp/settings.ts';
import { formatHour } from '#domain/shared/format.browser.ts';

const hourMs = 3_600_000;

/** Loads the statistics of a service's codes, over a day or a week. @throws Response 404 if there is no such service */
export async function loadService(
  { userId }: SignedInUser,
  { request, params: { serviceId = '' } }: LoaderFunctionArgs,
) {
  const service = await findService(userId, serviceId);
  const isWeek = new URL(request.url).searchParams.get('over') === 'week';
  const hours = isWeek ? maxHours : 24;
  const [counts, recent, throttles, keys, objections] = await Promise.all([
    readHourlyCounts(service.id, hours),
    readRecentCodes({ userId, id: service.id }, hours),
    readThrottleState(userId),
    loadKeyNames(userId),
    findObjections(userId, service),
  ]);
  const nameOf = (keyId: string | null) => keys.find((key) => key.keyId === keyId)?.name ?? null;
  return {
    service: {
      ...{ id: service.id, name: service.name, resend: service.resend },
      testNumbers: service.testNumbers.length,
    },
    objections,
    isWeek,
    hours: counts,
    bars: layOutBars(
      counts.map(({ hour, sent, verified }) => ({
        ...{ from: hour, to: new Date(hour.getTime() + hourMs), name: formatHour(hour) },
        counts: { accepted: sent, delivered: verified, failed: 0 },
      })),
    ),
    total: sumHours(counts),
    recent: { ...recent, isAll: recent.count < maxRecentCodes },
    throttles: throttles
      .map((one) => ({ ...one, keyName: nameOf(one.keyId) }))
      // Throttles of deleted keys are left out, because a deleted key cannot send.
      .filter(({ keyId, keyName }) => keyId === null || keyName !== null),
    throttleRules: {
      perMinute: otpSettings.OTP_THROTTLED_PER_MINUTE,
      minCodes: otpSettings.OTP_THROTTLE_MIN_CODES,
      recoverySampleSize,
      isOn: otpSettings.OTP_THROTTLE_BELOW_PERCENT > 0,
    },
  };
}

export type ServiceView = Awaited<ReturnType<typeof loadService>>;
