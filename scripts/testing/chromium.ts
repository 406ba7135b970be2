import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { root } from '../root.ts';
import { runCommand } from '../services/child.ts';
import { installPackages, refuseInstallation } from '../services/install.ts';

const names = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];

/** The headless shell: Chromium without features that only matter with a screen. Tests take a fifth less time with it. */
const bare = 'chromium-headless-shell';

/**
 * Finds a headless Chromium for tests: the headless shell if it is installed or can be installed, otherwise a full Chromium.
 *
 * @param log called with a line about the installation, if there is one
 * @returns the program's path
 */
export async function findHeadlessChromium(log: (line: string) => void): Promise<string> {
  const there = onPath([bare, ...names]) ?? (await playwrights());
  if (there) return there;
  refuseInstallation('A browser');
  try {
    await installPackages([bare], log);
  } catch (error) {
    log(`${bare} cannot be installed, so Chromium is: ${error}`);
  }
  return onPath([bare]) ?? findChromium(log);
}

/**
 * Finds a full Chromium: the system's or Playwright's. If there is neither, installs Playwright's.
 *
 * @param log called with a line about the installation, if there is one
 * @returns the program's path
 */
export async function findChromium(log: (line: string) => void): Promise<string> {
  const there = onPath(names) ?? (await playwrights());
  if (there) return there;
  refuseInstallation('A browser');
  if (!(await installPackages(['chromium'], log))) {
    const cli = 'node_modules/playwright/cli.js';
    const args = [cli, 'install', 'chromium'];
    const command = process.execPath;
    await runCommand({ name: 'playwright install', command, args, cwd: root, onLine: log });
  }
  const installed = onPath(names) ?? (await playwrights());
  if (!installed) throw new Error('The tests need Chromium: install it so that it is on the PATH.');
  return installed;
}

function onPath(programs: string[]): string | null {
  for (const name of programs) {
    const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return null;
}

/**
 * Finds Playwright's Chromium. Playwright is loaded only here, because loading it takes a second, and most machines have a
 * browser.
 */
async function playwrights(): Promise<string | null> {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}
