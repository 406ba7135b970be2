import type { ErrorCode } from '#domain/shared/errors.browser.ts';
import { logger } from '#platform/logger.ts';
import { checkOwner } from '../check/check-identities.ts';
import { type LoadedRegistry, loadRegistry } from '../registry/load-registry.ts';
import { dltSettings } from '../settings.ts';

/** An id that no account has. Its registry is empty. */
const nobody = 'usr_none';

/** The account whose registry the installation uses; null if none is configured. */
export const installationAccount = (): string | null =>
  dltSettings.DLT_INSTALLATION_ACCOUNT ?? null;

/**
 * Whether messages with the installation's header must match the registrations of the installation's account,
 * regardless of the mode of this account.
 */
export const isInstallationEnforced = (): boolean => !dltSettings.DLT_ALLOW_UNREGISTERED_TEXTS;

/** Loads the registry for messages under the installation's identity. It is empty if no account is configured. */
export async function loadInstallation(): Promise<LoadedRegistry> {
  const loaded = await loadRegistry(installationAccount() ?? nobody, { isInstallation: true });
  return isInstallationEnforced() ? { ...loaded, mode: 'enforce' } : loaded;
}

/**
 * Returns the reason why accounts without an approved header cannot send with the installation's header; null if they can.
 */
export function findLendingProblem({
  registry,
}: Pick<LoadedRegistry, 'registry'>): ErrorCode | null {
  if (registry.isEmpty) return isInstallationEnforced() ? 'sender_not_registered' : null;
  const problem = checkOwner({ registry }, dltSettings.DEFAULT_SENDER_ID);
  return problem && (problem.code as ErrorCode);
}

/** Logs an error if accounts without an approved header cannot send. */
export async function reportInstallation(): Promise<void> {
  const verdict = findLendingProblem(await loadInstallation());
  if (!verdict) return;
  logger.error(
    { account: installationAccount(), header: dltSettings.DEFAULT_SENDER_ID, verdict },
    'accounts without an approved header cannot send: DLT_INSTALLATION_ACCOUNT has no approved header DEFAULT_SENDER_ID',
  );
}
