import { inherited } from '../environment.ts';
import { type Account, seed } from './account.ts';
import { localOAuthSettings } from './identity-providers.ts';
import { localCarrierSettings } from './local-carrier-settings.ts';
import { localMailSettings } from './local-mail-settings.ts';
import { localPaymentSettings } from './payments.ts';
import { ProcessRegistry } from './process-registry.ts';
import { startPrograms } from './programs.ts';
import { localSecrets } from './secrets.ts';
import { startServices } from './services.ts';
import { checkPorts, readSettings, type Settings } from './settings.ts';
import { type RegisterPart, supervise } from './supervise.ts';
import { colorize, printLine, step } from './terminal.ts';

/** What differs between demo and development. */
type Kind = {
  title: string;
  NODE_ENV: 'production' | 'development';
  /** What must be done before the programs can run. */
  before?: () => Promise<unknown>;
  /** Node's arguments that run one of our programs. */
  run(name: 'web' | 'worker' | 'sandbox' | 'seed'): string[];
  /** The text printed when everything runs. */
  closing(settings: Settings, account: Account): string;
};

/** Starts everything that Dakiya consists of, and runs until it is ended. */
export function runStack({ title, NODE_ENV, before, run, closing }: Kind): void {
  let running: ProcessRegistry | undefined;

  const work = async (enterPart: RegisterPart) => {
    printLine(`\n  ${colorize('bold', title)}\n`);
    const settings = await readSettings();
    const directory = await takeDirectory(settings);
    running = directory;
    const enter: RegisterPart = (...parts) => {
      enterPart(...parts);
      for (const { name, pid } of parts) directory.add(name, pid);
    };
    const services = await startServices(settings.DATA_DIR, enter);
    await before?.();
    const secrets = localSecrets(settings.DATA_DIR);
    const local = {
      ...secrets,
      ...localCarrierSettings(settings, inherited, secrets.SMPP_PASSWORD),
      ...localMailSettings(settings),
      ...localOAuthSettings(settings, inherited),
      ...localPaymentSettings(settings, inherited),
    };
    // No load balancer has to notice the shutdown.
    const env = {
      DRAIN_SECONDS: '0',
      // For trying things out: a new account can send at once.
      REQUIRE_CONFIRMED_EMAIL: 'false',
      // Nobody is there to look at evidence.
      DLT_HEADER_APPROVAL: 'automatic',
      ...local,
      ...inherited,
      ...texts(settings),
      ...services,
      NODE_ENV,
    };
    const account = await step(
      'Filling the database',
      () => seed(run('seed'), env),
      ({ email }) => `Account ${email}`,
    );
    await startPrograms({ run, settings, env, enter });
    printLine(closing(settings, account));
    return undefined;
  };

  supervise(work, { interrupted: 0, afterwards: () => running?.clear() });
}

async function takeDirectory(settings: Settings): Promise<ProcessRegistry> {
  const running = new ProcessRegistry(settings.DATA_DIR);
  // A demo that is already running is best reported by its port. One that was killed has left programs
  // behind, which use the ports until we end them.
  if (running.holder()) await checkPorts(settings);
  await running.take();
  await checkPorts(settings);
  return running;
}

function texts(settings: Settings): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, `${value}`]));
}
