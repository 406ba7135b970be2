import { resolve } from 'node:path';
import { z } from 'zod';
import { configure, defineSettings } from '#platform/settings.ts';
import { checkPort } from '../bootstrap/ports.mjs';
import { root } from '../root.ts';

const dataSettings = defineSettings({ DATA_DIR: z.string().default('.data') });

const portNames = ['PORT', 'SANDBOX_PORT', 'SMPP_PORT', 'SANDBOX_SMTP_PORT'] as const;

/** The settings of a start; every port is free. */
export type Settings = Record<(typeof portNames)[number], number> & {
  HOST: string;
  /** Absolute. */
  DATA_DIR: string;
};

/**
 * Reads the settings.
 *
 * @throws Error naming every invalid setting
 */
export async function readSettings(): Promise<Settings> {
  // Loaded here, because the ports are chosen first.
  const { serverSettings } = await import('#platform/server-settings.ts');
  const { sandboxSettings } = await import('#sandbox/settings.ts');
  const { deliverySettings } = await import('#domain/delivery/settings.ts');
  configure(process.env);
  const { HOST, PORT } = serverSettings;
  const { SMPP_PORT } = deliverySettings;
  return {
    HOST,
    PORT,
    SMPP_PORT,
    ...sandboxSettings,
    DATA_DIR: resolve(root, dataSettings.DATA_DIR),
  };
}

/**
 * Checks the ports before anything else is started.
 *
 * @throws Error naming the first that is not free
 */
export async function checkPorts(settings: Settings): Promise<void> {
  const taken = new Map<number, string>();
  for (const name of portNames) {
    const port = settings[name];
    const other = taken.get(port);
    if (other) throw new Error(`${other} and ${name} are both ${port}: they must differ.`);
    taken.set(port, name);
    const fault = await checkPort(name, port, settings.HOST);
    if (fault) throw new Error(fault);
  }
}
