import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inherited } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';

/** The Python that `npm test` found, with the modules that the Python library needs; undefined if there is none. */
export const python = inherited.TEST_PYTHON;

/** The environment in which a Python program imports the library from its sources. */
export const pythonEnvironment = {
  ...inherited,
  PYTHONPATH: join(root, 'packages/python/src'),
  PYTHONDONTWRITEBYTECODE: '1',
};

/**
 * Starts a Python program that reads one JSON value per line, and responds to each with one line, in order.
 *
 * @param args the arguments of Python
 * @returns a function that sends a value and returns the response, and a function that ends the program
 */
export function startPython(args: string[]) {
  const stdio: ['pipe', 'pipe', 'inherit'] = ['pipe', 'pipe', 'inherit'];
  const program = spawn(python ?? 'python3', args, { env: pythonEnvironment as never, stdio });
  const waiting: PromiseWithResolvers[] = [];
  createInterface({ input: program.stdout }).on('line', (line) => {
    waiting.shift()?.resolve(JSON.parse(line));
  });
  program.once('close', (code) => {
    for (const { reject } of waiting) reject(new Error(`Python ended with exit code ${code}.`));
  });
  const ended = new Promise((resolve) => program.once('close', resolve));
  return {
    ask: (value: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        waiting.push({ resolve, reject });
        program.stdin.write(`${JSON.stringify(value)}\n`);
      }),
    stop: async () => {
      // The program reads the end of its input.
      program.stdin.end();
      await ended;
    },
  };
}

type PromiseWithResolvers = { resolve(value: unknown): void; reject(error: Error): void };
