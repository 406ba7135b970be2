import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { root } from '../root.ts';
import { runCommand } from '../services/child.ts';
import { installPackages, refuseInstallation } from '../services/install.ts';

const names = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];

/** Chromium without features that only matter with a screen: tests take a fifth less time. */
const bare = 'chromium-headless-shell';

/**
 * A headless Chromium for tests: the headless shell if it is or can be installed, otherwise a full one.
 *
 * @param log called with what is being done, if it takes a while
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
 * A full Chromium: the system's or Playwright's, installed if there is neither.
 *
 * @param log called with what is being done, if it takes a while
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

/** Loaded only if necessary: Playwright takes a second to load, and most machines have a browser. */
async function playwrights(): Promise<string | null> {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}
