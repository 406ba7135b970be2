import { Command, CommanderError, Option } from 'commander';
import { Dakiya, version } from '../../node/src/dakiya.ts';
import { addAccountCommands } from './account.ts';
import { addDltCommands } from './dlt.ts';
import { addKeyCommands } from './keys.ts';
import { addMcpCommand } from './mcp.ts';
import { addMessageCommands } from './messages.ts';
import { exitCodes, reportError } from './output.ts';
import { type Context, findProfile } from './profiles.ts';
import { addWebhookCommands } from './webhooks.ts';

/** The options that every command accepts. */
type GlobalOptions = { json?: boolean; profile?: string };

const program = new Command('dakiya')
  .description('Sends SMS and one-time passwords in India, and shows what became of them.')
  .version(version)
  .addOption(new Option('--json', 'print results and errors as JSON'))
  .addOption(new Option('--profile <name>', 'use this profile instead of the default one'))
  .showHelpAfterError('Run the command with --help for its options and examples.')
  .exitOverride()
  .addHelpText(
    'after',
    `
Examples:
  $ dakiya login
  $ dakiya send 9876543210 "Your order has been shipped." --wait
  $ dakiya otp send 9876543210
  $ dakiya messages list --status failed --json

Exit codes: 0 done, 1 the call failed, 2 wrong usage, 3 not logged in or not allowed.
Colours are off if NO_COLOR is set.`,
  );

const options = () => program.opts<GlobalOptions>();
const profile = () => findProfile(options().profile);
const context: Context = {
  isJson: () => options().json === true,
  profile,
  async client() {
    const { url, apiId, apiKey } = await profile();
    return new Dakiya({ baseUrl: url, apiId, apiKey });
  },
};

addMessageCommands(program, context);
addDltCommands(program, context);
addWebhookCommands(program, context);
addKeyCommands(program, context);
addMcpCommand(program, context);
addAccountCommands(program, context, () => options().profile);

program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    // Commander has printed the error or the help.
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  } else {
    process.exitCode = reportError(error, context.isJson());
  }
});
