import type { ErrorCode } from '#domain/shared/errors.browser.ts';
import { logger } from '#platform/logger.ts';
import { checkOwner } from '../check/check-identities.ts';
import { type LoadedRegistry, loadRegistry } from '../registry/load-registry.ts';
import { dltSettings } from '../settings.ts';

/** Of no account: its registry is empty. */
const nobody = 'usr_none';

/** The account whose registry is the installation's; null if there is none. */
export const installationAccount = (): string | null =>
  dltSettings.DLT_INSTALLATION_ACCOUNT ?? null;

/** Whether all that goes out under the installation's identity must be as it is registered, whatever that account has chosen. */
export const isInstallationEnforced = (): boolean => !dltSettings.DLT_ALLOW_UNREGISTERED_TEXTS;

/** The registry of messages under the installation's identity; empty if it has none. */
export async function loadInstallation(): Promise<LoadedRegistry> {
  const loaded = await loadRegistry(installationAccount() ?? nobody, { isInstallation: true });
  return isInstallationEnforced() ? { ...loaded, mode: 'enforce' } : loaded;
}

/** Why accounts without a header of their own can send nothing under the installation's; null if they can. */
export function findLendingProblem({
  registry,
}: Pick<LoadedRegistry, 'registry'>): ErrorCode | null {
  if (registry.isEmpty) return isInstallationEnforced() ? 'sender_not_registered' : null;
  const problem = checkOwner({ registry }, dltSettings.DEFAULT_SENDER_ID);
  return problem && (problem.code as ErrorCode);
}

/** Logs an error if accounts without a header of their own can send nothing. */
export async function reportInstallation(): Promise<void> {
  const verdict = findLendingProblem(await loadInstallation());
  if (!verdict) return;
  logger.error(
    { account: installationAccount(), header: dltSettings.DEFAULT_SENDER_ID, verdict },
    'accounts without an approved header can send nothing: DLT_INSTALLATION_ACCOUNT has no approved header DEFAULT_SENDER_ID',
  );
}
