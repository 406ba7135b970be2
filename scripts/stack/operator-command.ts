import { basename } from 'node:path';
import type { RequestOrigin } from '#platform/request-scope.ts';
import { supervise } from './supervise.ts';
import { printLine } from './terminal.ts';

/** Thrown for invalid arguments of a command. Its message is followed by the command's usage. */
export class UsageError extends Error {}

/** The module of a command, which `runOperatorCommand` loads. */
type Command<Arguments> = {
  /** @returns the exit code */
  run: (asked: Arguments) => Promise<number>;
  /** Prints how an operator can fix an error. @returns the exit code; null if the error is a bug */
  explain?: (error: unknown) => number | null;
};

type Options<Arguments> = {
  usage: string;
  /** @returns null if the arguments are not valid */
  readArguments: () => Arguments | null;
  /**
   * Imports the command only when it runs: its modules read the settings, but the usage must be printed even without
   * settings.
   */
  load: () => Promise<Command<Arguments>>;
  /** The environment from which the settings are read; by default that of the process. */
  environment?: () => Promise<NodeJS.ProcessEnv>;
};

/** The origin of a command's actions in the audit trail: the user of the shell. In a container, this user may have no name. */
function origin(): RequestOrigin {
  const { SUDO_USER, USER } = process.env;
  const label = SUDO_USER ?? USER ?? `user ${process.getuid?.()}`;
  const id = `command:${basename(process.argv[1] ?? '').replace(/\.\w+$/, '')}`;
  return {
    requestId: null,
    address: null,
    userAgent: null,
    actor: { kind: 'operator', id, label },
  };
}

/** How long Redis may take to connect before a command runs without it, in milliseconds. */
const connectMs = 1_000;

/** Runs a command for operators. The command uses the product in this process. Exits with 2 for wrong arguments. */
export function runOperatorCommand<Arguments>({
  usage,
  readArguments,
  load,
  environment = async () => process.env,
}: Options<Arguments>) {
  const showUsage = (problem?: string) => {
    printLine(problem ? `${problem}\n\n${usage}` : usage);
    return 2;
  };
  supervise(async () => {
    const asked = readArguments();
    if (asked === null) return showUsage();
    const command = await load();
    const { logger, withLogContext } = await import('#platform/logger.ts');
    const { openAtStart } = await import('#platform/instance.ts');
    const { waitForRedis } = await import('#platform/redis.ts');
    const { configure } = await import('#platform/settings.ts');
    const { shutDown } = await import('#platform/shutdown.ts');
    configure(await environment());
    openAtStart();
    await waitForRedis(connectMs);
    // Standard output is only for the result, which may be JSON.
    if (logger.level === 'info') logger.level = 'warn';
    try {
      return await withLogContext({}, () => command.run(asked), origin());
    } catch (error) {
      if (error instanceof UsageError) return showUsage(error.message);
      const code = command.explain?.(error) ?? null;
      if (code === null) throw error;
      return code;
    } finally {
      await shutDown();
    }
  });
}
