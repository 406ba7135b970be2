import { freePort } from '../bootstrap/ports.mjs';
import { startServer } from '../services/server-process.ts';
import type { Part } from './parts.ts';

/**
 * Checks that a part that runs on its own and without settings contains everything that its program reads
 * while it starts.
 *
 * @param copy the folder of the part
 * @throws Error with the program's last output if it does not become ready
 */
export async function smokeTestStart(copy: string, { programs, ready }: Part): Promise<void> {
  const [program] = programs;
  if (!ready || !program) return;
  const [smpp, smtp, pages] = [await freePort(), await freePort(), await freePort()];
  const server = await startServer({
    name: program,
    ready,
    command: process.execPath,
    args: [program],
    cwd: copy,
    env: {
      SMPP_PORT: String(smpp),
      SANDBOX_SMTP_PORT: String(smtp),
      SANDBOX_PORT: String(pages),
    },
  });
  await server.stop();
}
