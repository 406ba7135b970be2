import type { ChainRule } from '#domain/messaging/delivery/carriers/chain-rule.ts';
import { createProfile, type DltMode, type DltProfile } from '../check/profile.browser.ts';
import { dltSettings } from './settings.ts';

const noRules: readonly ChainRule[] = [];

/** By the rules of chains, which are the same objects until they are read again. */
const profiles = new WeakMap<readonly ChainRule[], Map<DltMode, DltProfile>>();

/**
 * How this installation checks the messages of an account in a mode.
 *
 * @param chains what carriers demand of its chains; left out where that is not checked
 */
export function profileOf(mode: DltMode, chains = noRules): DltProfile {
  const ofRules = profiles.get(chains) ?? new Map<DltMode, DltProfile>();
  profiles.set(chains, ofRules);
  const known = ofRules.get(mode);
  if (known) return known;
  const { DLT_RULES, promotionalHours } = dltSettings;
  const profile = createProfile({ ...DLT_RULES, mode, chains, promotionalHours });
  ofRules.set(mode, profile);
  return profile;
}
