import type { Environment } from '../environment.ts';
import { type Program, startProgram } from './program.ts';
import type { Settings } from './settings.ts';
import type { RegisterPart } from './supervise.ts';
import { step } from './terminal.ts';

type Start = {
  /** Node's arguments that run a program. */
  run(name: Program['name']): string[];
  settings: Settings;
  env: Environment;
  enter: RegisterPart;
};

/**
 * Starts the sandbox, then worker and web, and waits until all are ready. They are stopped in reverse order,
 * so that the worker can unbind from the carrier.
 */
export async function startPrograms({ run, settings, env, enter }: Start): Promise<void> {
  const host = ['0.0.0.0', '::'].includes(settings.HOST) ? 'localhost' : settings.HOST;
  const health = (port: number) => ({ url: `http://${host}:${port}/healthz` });
  const start = async (...programs: Omit<Program, 'args'>[]) => {
    const started = await Promise.all(
      programs.map((program) => startProgram({ ...program, args: run(program.name) }, env)),
    );
    enter(...started.map(({ part }) => part));
    await Promise.all(started.map(({ ready }) => ready));
  };
  await step(
    'Starting sandbox, worker and web',
    async () => {
      await start({ name: 'sandbox', ready: health(settings.SANDBOX_PORT) });
      await start(
        { name: 'worker', ready: { message: 'worker ready' } },
        { name: 'web', ready: health(settings.PORT) },
      );
    },
    () => 'Sandbox, worker and web run',
  );
}
