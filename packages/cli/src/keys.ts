import type { Command } from 'commander';
import { CommandError, exitCodes, formatFacts, printResult } from './output.ts';
import type { Context } from './profiles.ts';

/** What a user who wants to change keys should do. A key cannot manage keys: a leaked one could make others and outlive its end. */
const howTo: Record<string, string> = {
  create: 'Create one in a browser, or run `dakiya login`, which creates a key for this machine:',
  rotate: 'Roll it in a browser, where the old key can continue to work for some hours:',
  delete: 'Delete it in a browser:',
};

/** `keys`: the key in use, and where keys are managed. */
export function addKeyCommands(program: Command, { client, isJson, profile }: Context): void {
  const keys = program
    .command('keys')
    .description('Shows the API key in use. A key cannot create, roll or delete keys.');
  keys
    .command('list')
    .alias('whoami')
    .description('Shows the API key in use. Other keys are listed in the dashboard.')
    .action(async () => {
      const { url, apiId } = await profile();
      const { livemode, plan } = await (await client()).account.getBalance();
      const dashboard = new URL('/dashboard/keys', url).href;
      printResult({ apiId, livemode, plan, url, dashboard }, isJson(), (key) =>
        formatFacts([
          ['API ID', key.apiId],
          ['mode', key.livemode ? 'live' : 'test'],
          ['plan', key.plan],
          ['installation', key.url],
          ['all keys', key.dashboard],
        ]),
      );
    });
  for (const [action, text] of Object.entries(howTo)) {
    keys
      .command(action)
      .description('Says where to do this: it needs a recent login of a user.')
      .action(async () => {
        const { url, apiId } = await profile();
        const path = action === 'create' ? '/dashboard/keys/new' : `/dashboard/keys/${apiId}`;
        const message = `A key cannot ${action} keys. ${text} ${new URL(path, url)}`;
        throw new CommandError(message, exitCodes.auth);
      });
  }
}
