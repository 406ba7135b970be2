import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { codeTtlSeconds } from '#domain/messaging/otp/contract.ts';
import { maxServices } from '#domain/messaging/otp/services/contract.ts';
import { listServices } from '#domain/messaging/otp/services/manage-services.ts';
import { readHourlyCounts, sumHours } from '#domain/messaging/otp/services/read-hourly-counts.ts';
import { otpSettings } from '#domain/messaging/otp/settings.ts';

/** Loads an account's services, each with its codes of the last day, and what calls without a service send. */
export async function loadServices({ userId }: SignedInUser) {
  const services = await listServices(userId);
  const counts = await Promise.all(services.map(({ id }) => readHourlyCounts(id, 24)));
  return {
    services: services.map(
      ({ id, name, sender, templateId, text, ttlSeconds, testNumbers }, i) => ({
        ...{ id, name, sender, templateId, text, ttlSeconds },
        testNumbers: testNumbers.length,
        lastDay: sumHours(counts[i] ?? []),
      }),
    ),
    maxServices,
    installation: {
      sender: otpSettings.OTP_SENDER_ID,
      text: otpSettings.OTP_TEXT.replaceAll('{brand}', () => otpSettings.OTP_BRAND),
      ttlSeconds: codeTtlSeconds,
    },
  };
}

type ServicesView = Awaited<ReturnType<typeof loadServices>>;

export type ListedService = ServicesView['services'][number];

export type InstallationService = ServicesView['installation'];
