import { startServer } from '../services/child.ts';
import { type Part, supervise } from './supervise.ts';
import { printLine } from './terminal.ts';

/**
 * A script for supervise.test.ts with three parts. Two parts run until they are ended, and the third runs the code in
 * `life`.
 */
const [life = ''] = process.argv.slice(2);
const forEver = 'setInterval(() => {}, 1000)';

async function start(name: string, code: string): Promise<Part> {
  const { pid, ended, stop } = await startServer({
    name,
    ready: /ready/,
    command: process.execPath,
    args: ['-e', `${code}; console.log('ready')`],
  });
  return { name, pid, ended, stop: () => stop().then(() => printLine(`${name} stopped`)) };
}

supervise(
  async (enter) => {
    const pids: number[] = [];
    for (const [name, code] of [
      ['first', forEver],
      ['second', forEver],
      ['third', life || forEver],
    ] as const) {
      const part = await start(name, code);
      enter(part);
      pids.push(part.pid);
    }
    printLine(`running ${pids.join(' ')}`);
    return undefined;
  },
  { interrupted: 0, afterwards: () => printLine('all ended') },
);
