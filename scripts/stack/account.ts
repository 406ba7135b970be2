import { z } from 'zod';
import type { Environment } from '../environment.ts';
import { root } from '../root.ts';
import { runCommand } from '../services/run-command.ts';

const schema = z.object({
  email: z.string(),
  password: z.string(),
  plan: z.string(),
  keyId: z.string(),
  secretKey: z.string(),
});

/** The account of a fresh installation, and its key. */
export type Account = z.infer<typeof schema>;

/**
 * Runs the seed with the demo account: it adds what is missing, and prints the account as its last line, in
 * JSON.
 *
 * @param args Node's arguments
 * @param tree the checkout that was built
 * @throws Error with the seed's output if it fails
 */
export async function seed(args: string[], env: Environment, tree = root): Promise<Account> {
  const command = process.execPath;
  const lines = await runCommand({
    name: 'The seed',
    command,
    args: [...args, '--demo'],
    env,
    cwd: tree,
  });
  return schema.parse(JSON.parse(lines.at(-1) ?? ''));
}
