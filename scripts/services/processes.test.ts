import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startChild } from './child.ts';
import { identify, ProcessRegistry } from './processes.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dakiya-running-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** A process that runs until it is ended. */
const startIdler = () =>
  startChild({
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1000)'],
    onLine: () => undefined,
  });

/** Writes the list that a killed script would have left. */
const leave = (...left: { pid: number; identity: string | null }[]) =>
  writeFileSync(
    join(dataDir, 'running.json'),
    JSON.stringify(left.map((entry) => ({ name: 'left', ...entry }))),
  );

test('starting a service ends the processes that a killed script has left behind', async () => {
  const [script, left] = [await startIdler(), await startIdler()];
  leave(
    { pid: script.pid, identity: identify(script.pid) },
    { pid: left.pid, identity: identify(left.pid) },
  );
  await script.stop('SIGKILL');

  await new ProcessRegistry(dataDir).take();

  expect((await left.ended).how).toBe('signal SIGINT');
});

test('starting a service does not end a process that has reused the id of an ended process', async () => {
  const stranger = await startIdler();
  leave({ pid: 1, identity: 'gone' }, { pid: stranger.pid, identity: 'of another time' });

  await new ProcessRegistry(dataDir).take();

  expect(identify(stranger.pid)).not.toBeNull();
  await stranger.stop();
});

test('two scripts never use the same directory', async () => {
  const other = await startIdler();
  leave({ pid: other.pid, identity: identify(other.pid) });

  expect(new ProcessRegistry(dataDir).holder()).toBe(other.pid);
  await expect(new ProcessRegistry(dataDir).take()).rejects.toThrow(`Process ${other.pid}`);

  await other.stop();
});

test('a script that ended normally leaves no list of processes behind', async () => {
  const running = new ProcessRegistry(dataDir);
  await running.take();
  running.clear();

  expect(new ProcessRegistry(dataDir).holder()).toBeNull();
});
