import { DomainError } from '#domain/shared/errors.browser.ts';
import type { Finding } from '../../dlt/check/verdicts.ts';
import { countTime, requireTime } from '../../dlt/dry-run/check-time.ts';
import { prepareIdentify } from '../../dlt/sending/identify.ts';
import { checkService } from './check-service.ts';
import type { OtpService } from './contract.ts';

/** What DLT objects to in the messages of a service: why they are refused, or else warnings. */
type Objections = {
  error: Pick<DomainError, 'code' | 'message'> | null;
  warnings: Finding[];
};

/** Checks the messages of a service as if they were sent now: what is registered may have changed since it was saved. */
export async function findObjections(userId: string, service: OtpService): Promise<Objections> {
  try {
    requireTime(userId);
    const identify = await prepareIdentify(userId, { isDryRun: true });
    const began = performance.now();
    const warnings = checkService(service, identify);
    countTime(userId, performance.now() - began);
    return { error: null, warnings };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { error: { code: error.code, message: error.message }, warnings: [] };
  }
}
