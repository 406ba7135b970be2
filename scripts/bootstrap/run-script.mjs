import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';

/**
 * Runs scripts/<command>.ts and passes on the first signal that asks us to end.
 *
 * The script is in a session of its own. A Ctrl-C comes to us from the terminal and once more
 * from npm; it gets one of them. Should we be killed, it sees the channel between us close, and
 * ends as well.
 *
 * @param {string} root the checkout
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function handOver(root, command, args) {
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
      `\n${command} was killed by ${signal}. The next start stops the processes it left behind. `,
    );
    process.stderr.write('by its next start.\n');
  }
  // As a shell counts them.
  return code ?? 128 + constants.signals[signal];
}

/** Notices when npm is gone, which may happen without a signal to us: a shell stands between. */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, 500).unref();
}
