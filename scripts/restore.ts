import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { RestoreArguments } from './operator/restore.ts';
import { runOperatorCommand } from './stack/operator-command.ts';

const usage = `npm run restore -- <folder>    restores a backup into the empty database of DATABASE_URL, and empties Redis
npm run restore -- recovered   does what must follow a point-in-time recovery: the same without a backup

--check              only checks the files of the backup
--stopped            no worker has run since the backup: messages that were not being submitted stay queued
--end-sessions       ends all sessions, so that all users sign in again
--erasures <file>    repeats erasures: lines of an account's id, a comma, and a number or its pseudonym
--without-keys       restores although ENCRYPTION_KEYS lacks keys of the backup`;

/**
 * npm run restore: restores a backup of `npm run backup`. If it is started again after an interruption, it continues
 * the restore. Exit codes: 0 done, 1 not possible, 2 wrong arguments.
 */
runOperatorCommand({
  usage,
  readArguments,
  load: () => import('./operator/restore.ts'),
  environment,
});

function readArguments(): RestoreArguments | null {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const { values, positionals } = parseArgs({
      options: {
        check: flag,
        stopped: flag,
        'end-sessions': flag,
        'without-keys': flag,
        erasures: { type: 'string' },
      },
      allowPositionals: true,
    });
    const [folder, ...more] = positionals;
    if (!folder || more.length > 0) return null;
    return {
      folder: folder === 'recovered' ? null : resolve(folder),
      checkOnly: values.check,
      hasRunSince: !values.stopped,
      endSessions: values['end-sessions'],
      withoutKeys: values['without-keys'],
      erasures: values.erasures === undefined ? null : resolve(values.erasures),
    };
  } catch {
    return null;
  }
}

/**
 * The environment with an address of the database whose sessions may write, although a restore makes the database read-only
 * for all others. The parameters of the address replace those of `platform/db.ts`.
 */
async function environment(): Promise<NodeJS.ProcessEnv> {
  const { defaultDatabaseUrl } = await import('#platform/db.ts');
  const { restoreUrl } = await import('./backup/restore-backup.ts');
  const { DATABASE_URL } = process.env;
  return { ...process.env, DATABASE_URL: restoreUrl(DATABASE_URL || defaultDatabaseUrl) };
}
