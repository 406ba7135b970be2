import { prisma } from '#platform/db.server.ts';
import { defaultSettings, type Settings } from './contract.ts';

/** A user's settings, or the defaults. */
export async function getSettings(userId: string): Promise<Settings> {
  const row = await prisma.settings.findUnique({ where: { userId }, omit: { userId: true } });
  return row ?? defaultSettings;
}
