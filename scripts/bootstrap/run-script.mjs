import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';

/**
 * Runs scripts/<command>.ts and forwards the first signal that asks us to end.
 *
 * The script runs in its own session. A Ctrl-C reaches us from the terminal and once more from npm; the
 * script gets only one. If we are killed, the channel to the script closes, and it ends as well.
 *
 * @param {string} root the checkout
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function runScript(root, command, args) {
  const script = join(root, 'scripts', `${command}.ts`);
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: root,
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  let passedOn = false;
  const passOn = (signal) => {
    if (!passedOn) child.kill(signal);
    passedOn = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn);
  watchNpm(() => passOn('SIGTERM'));

  const [code, signal] = await once(child, 'exit');
  if (signal && !passedOn) {
    process.stderr.write(
      `\n${command} was killed by ${signal}. The next start stops the processes it left behind.\n`,
    );
  }
  // The exit code that a shell would give.
  return code ?? 128 + constants.signals[signal];
}

/** Detects that npm has ended, possibly without a signal to us: there is a shell in between. */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, 500).unref();
}
