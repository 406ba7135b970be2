import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';

/**
 * Runs scripts/<command>.ts. Forwards a signal to end to the script, but only once.
 *
 * The script runs in its own session. After Ctrl-C, this process gets one signal from the terminal and another from npm, and
 * forwards only the first. If it is killed, its channel to the script closes, and the script ends too.
 *
 * @param {string} root the checkout
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>} the script's exit code
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

/** Detects that npm has ended. This process may then get no signal, because a shell runs between npm and it. */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, 500).unref();
}
