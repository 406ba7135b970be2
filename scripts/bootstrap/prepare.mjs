import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { generate, install, isInstalled } from './install.mjs';
import { checkConfiguredPorts, chooseFreePorts } from './ports.mjs';

/**
 * Prepares the checkout for a command: loads the settings from `.env`, installs the packages of package-lock.json, and
 * generates the database client. Takes milliseconds when nothing has changed.
 *
 * @param {string} root the checkout
 * @param {string} command the name of the script to run
 */
export async function prepare(root, command) {
  if (!existsSync(join(root, 'scripts', `${command}.ts`))) {
    fail(`There is no command ${command || 'without a name'}: see "scripts" in package.json.`);
  }
  // Tests set their own settings, and must not use the database of an installation.
  const settings = join(root, '.env');
  if (!['test', 'baselines'].includes(command) && existsSync(settings))
    process.loadEnvFile(settings);

  try {
    const startsAll = ['demo', 'dev'].includes(command);
    if (startsAll) await chooseFreePorts();
    if (!isInstalled(root)) {
      if (process.env.NO_INSTALL) {
        fail(
          'node_modules is not what package-lock.json names, and --no-install forbids `npm ci`.',
        );
      }
      const fault = startsAll ? await checkConfiguredPorts() : null;
      if (fault) fail(fault);
      await install(root);
    }
    generate(root);
  } catch (error) {
    fail(error.message);
  }
}

function fail(sentence) {
  process.stderr.write(`\n${sentence}\n\n`);
  process.exit(1);
}
