import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** A user to run as. */
export type Identity = { uid: number; gid: number };

/**
 * As whom PostgreSQL runs: root may not run it, so root runs it as `postgres` if there is such a
 * user, else as `nobody`, and adds none to the system.
 *
 * @returns null for anybody but root, who runs it as themselves
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

/** Who owns a file or folder. */
export function getOwner(path: string): Identity {
  const { uid, gid } = statSync(path);
  return { uid, gid };
}

/** Whether a user may enter a folder, and so what is in it; `null` is ourselves. */
export function canEnter(folder: string, user: Identity | null): boolean {
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0;
}
