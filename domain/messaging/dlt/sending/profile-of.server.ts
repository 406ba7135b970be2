import { createProfile, type DltMode, type DltProfile } from '../check/profile.ts';
import { dltSettings } from './settings.server.ts';

const profiles = new Map<DltMode, DltProfile>();

/** How this installation checks the messages of an account in a mode. */
export function profileOf(mode: DltMode): DltProfile {
  const known = profiles.get(mode);
  if (known) return known;
  const profile = createProfile({ mode, promotionalHours: dltSettings.PROMOTIONAL_HOURS });
  profiles.set(mode, profile);
  return profile;
}
