import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { identify } from '../services/processes.ts';

const script = fileURLToPath(new URL('supervise.test-support.ts', import.meta.url));
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Starts the script, whose third part runs `life`, and waits until it prints the process IDs. */
async function startScript(life = '') {
  const child = spawn(process.execPath, ['--import', 'tsx', script, life], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  started.push(child);
  const { stdout } = child;
  if (!stdout) throw new Error('The script was started without a pipe.');
  let output = '';
  const pids = await new Promise<number[]>((resolve) => {
    stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      const found = /^running (.*)$/m.exec(output)?.[1];
      if (found) resolve(found.split(' ').map(Number));
    });
  });
  const ended = Promise.all([once(child, 'exit'), once(stdout, 'end')]).then(([[code]]) => ({
    code,
    output,
  }));
  return { child, pids, ended };
}

const survivors = (pids: number[]) => pids.filter((pid) => identify(pid) !== null);

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends every part, the last started part first, and leaves no process behind',
  async (signal) => {
    const { child, pids, ended } = await startScript();
    child.kill(signal);

    const { code, output } = await ended;
    expect(code).toBe(0);
    expect(output).toContain('third stopped\nsecond stopped\nfirst stopped\nall ended');
    expect(survivors(pids)).toEqual([]);
  },
);

test('when the parent process dies, the script ends with all of its parts', async () => {
  const { child, pids, ended } = await startScript();
  child.disconnect();

  expect((await ended).output).toContain('all ended');
  expect(survivors(pids)).toEqual([]);
});

test('when a part exits, the script stops all parts and names the part that exited', async () => {
  const { pids, ended } = await startScript('setTimeout(() => process.exit(7), 300)');

  const { code, output } = await ended;
  expect(code).toBe(1);
  expect(output).toContain('third ended by itself: exit code 7');
  expect(survivors(pids)).toEqual([]);
});
