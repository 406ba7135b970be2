import { z } from 'zod';
import type { Environment } from '../environment.ts';
import { root } from '../root.ts';
import { type Child, runCommand, startServer } from '../services/child.ts';

/**
 * Node's flags for the programs. A request leaves much short-lived garbage, so a larger young generation saves a tenth of
 * the processor time. Objects that survive two collections, such as a batch that waits for its commit, stay until V8
 * collects the old generation, which it does the earlier the lower its limit is. Without a limit a web grew to 660 MiB, of
 * which 79 were in use. No tested load needed half of this limit.
 */
export const nodeFlags = [
  '--enable-source-maps',
  '--max-semi-space-size=16',
  '--max-old-space-size=512',
];

/** The programs of the build, each with the line of its log that shows it is ready. */
const programs = {
  web: { file: 'build/server.js', ready: /"web ready"/ },
  worker: { file: 'build/worker.js', ready: /"worker ready"/ },
  sandbox: { file: 'build/sandbox.js', ready: /"sandbox is ready"/ },
};

export type ProgramName = keyof typeof programs;

type Start = {
  /** Its whole environment. */
  env: Environment;
  /** Its name in an error; by default that of the program. */
  label?: string;
  /** Node's arguments; by default those of the build with `flags`. */
  args?: string[] | undefined;
  flags?: string[] | undefined;
  /** The lines of its log after which it counts as ready, if not its usual one. */
  ready?: RegExp | readonly RegExp[] | undefined;
  /** The checkout that was built. */
  tree?: string | undefined;
  /** Receives its output, line by line. */
  onLine?: ((line: string) => void) | undefined;
};

/**
 * Starts one of the programs that Dakiya consists of and waits until it is ready. The demo, tests, bench and trials all
 * start processes by this function.
 *
 * @throws Error with its last output if it ends before that
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

/** The account of a fresh installation, and its key. */
export type Account = z.infer<typeof accountSchema>;

/**
 * Runs the seed with the demo account: it adds what is missing, and prints the account as its last line, in
 * JSON.
 *
 * @param args Node's arguments
 * @param tree the checkout that was built
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
