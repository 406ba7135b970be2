import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Dakiya } from '../../node/src/dakiya.ts';
import { CommandError, exitCodes } from './output.ts';

/** The installation and the API key of a profile. */
export type Profile = { url: string; apiId: string; apiKey: string };

/** What commands need of the options that every command accepts. */
export type Context = {
  isJson: () => boolean;
  profile: () => Promise<Profile>;
  client: () => Promise<Dakiya>;
};

/** The profiles that `dakiya login` has saved, by name. */
type Profiles = Record<string, Profile>;

/** The file of the profiles, as the XDG Base Directory Specification asks. */
export const profilesFile = (): string =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'dakiya', 'profiles.json');

/** The name of the profile that is used without `--profile`. */
export const defaultProfile = 'default';

/** @throws CommandError if the file cannot be read or is not JSON */
export async function readProfiles(): Promise<Profiles> {
  const file = profilesFile();
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text) as Profiles;
  } catch {
    throw new CommandError(`${file} is not JSON. Correct it, or delete it and log in again.`);
  }
}

/** Saves a profile, or removes it if `profile` is null. Only the user can read the file. */
export async function saveProfile(name: string, profile: Profile | null): Promise<void> {
  const profiles = await readProfiles();
  if (profile) profiles[name] = profile;
  else delete profiles[name];
  const file = profilesFile();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // A command that is interrupted must not leave half a file.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
  await chmod(file, 0o600);
}

/** Whether other users of this machine can read the profiles; false if there is no file. */
export async function isReadableByOthers(): Promise<boolean> {
  try {
    return process.platform !== 'win32' && ((await stat(profilesFile())).mode & 0o077) !== 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Finds the installation and the API key. The environment variables `DAKIYA_URL`, `DAKIYA_ID` and `DAKIYA_KEY` override
 * the profile, unless the user names a profile.
 *
 * @param name the profile that `--profile` names
 * @throws CommandError if neither has all three values
 */
export async function findProfile(name: string | undefined): Promise<Profile> {
  const { DAKIYA_URL, DAKIYA_ID, DAKIYA_KEY, DAKIYA_PROFILE } = process.env;
  const wanted = name ?? DAKIYA_PROFILE;
  const saved = (await readProfiles())[wanted ?? defaultProfile];
  if (wanted !== undefined) {
    if (saved) return saved;
    throw new CommandError(
      `There is no profile “${wanted}”. Create it with: dakiya login --profile ${wanted}`,
      exitCodes.auth,
    );
  }
  const url = DAKIYA_URL || saved?.url;
  const apiId = DAKIYA_ID || saved?.apiId;
  const apiKey = DAKIYA_KEY || saved?.apiKey;
  if (url && apiId && apiKey) return { url, apiId, apiKey };
  throw new CommandError(
    'You are not logged in. Run `dakiya login`, or set DAKIYA_URL, DAKIYA_ID and DAKIYA_KEY.',
    exitCodes.auth,
  );
}
