import type { CarrierConfig } from './env-carriers.ts';
import { developmentKeys } from './env-keys.ts';

type Secrets = {
  NODE_ENV: string;
  HASH_KEY: string;
  ENCRYPTION_KEYS: { id: string }[];
  CARRIERS?: CarrierConfig[] | undefined;
  SMPP_PASSWORD: string;
};

/** In production nothing may run on the secrets that are printed in this repository. */
export function productionFaults(env: Secrets): string[] {
  if (env.NODE_ENV !== 'production') return [];
  const faults: string[] = [];
  if (env.HASH_KEY === developmentKeys.hash) faults.push('HASH_KEY: set your own in production');
  if (env.ENCRYPTION_KEYS.some((key) => key.id === developmentKeys.encryptionId)) {
    faults.push('ENCRYPTION_KEYS: set your own in production');
  }
  if (!env.CARRIERS && env.SMPP_PASSWORD === 'sandbox') {
    faults.push('SMPP_PASSWORD: set your carrier’s (or CARRIERS) in production');
  }
  return faults;
}

/** A lease must outlast the wait for an answer, or a worker that waits would be taken for dead. */
export function leaseFaults(
  env: { SUBMIT_LEASE_SECONDS: number },
  carriers: CarrierConfig[],
): string[] {
  return carriers
    .filter(({ responseTimeoutMs }) => responseTimeoutMs >= env.SUBMIT_LEASE_SECONDS * 1_000)
    .map(({ name }) => `SUBMIT_LEASE_SECONDS: must exceed responseTimeoutMs of carrier ${name}`);
}
