import { z } from 'zod';
import type { Environment } from '../environment.ts';
import { root } from '../root.ts';
import { type Child, runCommand, startServer } from '../services/child.ts';

/**
 * Node's flags for the programs. A request leaves much short-lived garbage, so a larger young generation (16 MiB
 * semi-spaces) saves a tenth of the processor time. Objects that survive two collections, such as a batch that waits
 * for its commit, stay until V8 collects the old generation. V8 does this earlier if the limit of the old generation is
 * lower. Without a limit, a web server grew to 660 MiB, of which 79 MiB were in use. No tested load needed half of the
 * 512 MiB limit.
 */
export const nodeFlags = [
  '--enable-source-maps',
  '--max-semi-space-size=16',
  '--max-old-space-size=512',
];

/** The programs of the build. Each has the log line that shows that the program is ready. */
const programs = {
  web: { file: 'build/server.js', ready: /"web ready"/ },
  worker: { file: 'build/worker.js', ready: /"worker ready"/ },
  sandbox: { file: 'build/sandbox.js', ready: /"sandbox is ready"/ },
};

export type ProgramName = keyof typeof programs;

type Start = {
  /** The whole environment of the program. */
  env: Environment;
  /** The name of the process in an error; by default the name of the program. */
  label?: string;
  /** Node's arguments; by default `flags` and the built program. */
  args?: string[] | undefined;
  flags?: string[] | undefined;
  /** The lines of its log after which the program counts as ready; by default the usual line. */
  ready?: RegExp | readonly RegExp[] | undefined;
  /** The checkout whose build is run; by default this checkout. */
  tree?: string | undefined;
  /** Called with each line of the program's output. */
  onLine?: ((line: string) => void) | undefined;
};

/**
 * Starts a program of Dakiya and waits until it is ready. The demo, tests, benchmarks and trials all start processes with
 * this function.
 *
 * @throws Error with the program's last output if it ends before it is ready
 */
export function startProgram(name: ProgramName, start: Start): Promise<Child> {
  const { env, label = name, flags = nodeFlags, tree = root, onLine } = start;
  const { file, ready } = programs[name];
  return startServer({
    name: label,
    ready: start.ready ?? ready,
    command: process.execPath,
    args: start.args ?? [...flags, file],
    cwd: tree,
    env,
    onLine,
  });
}

const accountSchema = z.object({
  email: z.string(),
  password: z.string(),
  plan: z.string(),
  keyId: z.string(),
  secretKey: z.string(),
});

/** The account of a new installation, and its key. */
export type Account = z.infer<typeof accountSchema>;

/**
 * Runs the seed with the demo account. The seed adds missing rows, and prints the account as JSON in its
 * last line.
 *
 * @param args Node's arguments
 * @param tree the checkout whose build is run
 * @throws Error with the seed's output if it fails
 */
export async function seed(args: string[], env: Environment, tree = root): Promise<Account> {
  const lines = await runCommand({
    name: 'The seed',
    command: process.execPath,
    args: [...args, '--demo'],
    env,
    cwd: tree,
  });
  return accountSchema.parse(JSON.parse(lines.at(-1) ?? ''));
}
