import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { CarrierConfig } from '#domain/delivery/carriers/carrier-config.ts';
import { readSettings, settingNames } from '#platform/settings.ts';

const files = execFileSync(
  'git',
  ['grep', '-lE', '\\bdefineSettings\\(', '--', '*.ts', ':!*.test.ts', ':!tests'],
  { encoding: 'utf8' },
);
for (const file of files.trim().split('\n')) await import(join(process.cwd(), file));

/** The names of all settings of the product. */
export const allSettingNames = settingNames();

type AllSettings = Record<string, unknown> & {
  carriers: CarrierConfig[];
  ENCRYPTION_KEYS: { id: string }[];
};

/** Reads all settings of the product from `source`. @throws Error naming every invalid value */
export const readAllSettings = (source: Record<string, string | undefined>) =>
  readSettings(source) as AllSettings;
