import { inherited } from '../environment.ts';

/**
 * Call it before something is installed on the machine.
 *
 * @param what its name, as the beginning of a sentence
 * @throws Error if `--no-install` was given, which `scripts/run.mjs` passes on as NO_INSTALL
 */
export function refuseInstallation(what: string): void {
  if (inherited.NO_INSTALL) {
    throw new Error(
      `${what} is not installed, and --no-install forbids installing it: do that first.`,
    );
  }
}
