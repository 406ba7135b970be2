import { z } from 'zod';
import { defineSettings } from '#platform/settings.ts';

export const backupSettings = defineSettings({
  /** The passphrase that encrypts the files of backups. Only `npm run backup` and `npm run restore` read it. */
  BACKUP_PASSPHRASE: z.string().min(16, 'a passphrase has 16 characters or more').optional(),
});
