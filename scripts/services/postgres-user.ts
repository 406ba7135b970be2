import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** A user of the system. */
export type Identity = { uid: number; gid: number };

/**
 * The user that PostgreSQL runs as: root may not run it, so root runs it as `postgres` if that user exists,
 * otherwise as `nobody`, and creates no user.
 *
 * @returns null if we are not root: the current user
 */
export function postgresUser(): Identity | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => {
      const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
      return status === 0 ? Number(stdout) : null;
    });
    if (uid && gid) return { uid, gid };
  }
  throw new Error('PostgreSQL may not run as root and there is no other user: set DATABASE_URL.');
}

/** The owner of a file or folder. */
export function getOwner(path: string): Identity {
  const { uid, gid } = statSync(path);
  return { uid, gid };
}

/** Whether a user may enter a folder; `null` is the current user. */
export function canEnter(folder: string, user: Identity | null): boolean {
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0;
}
