import { createProfile } from '#domain/messaging/dlt/check/profile.ts';
import type { Slot } from '#domain/messaging/dlt/registry/slots.ts';

const { ruleOf } = createProfile();

/** How long the values of a slot may be, in words. */
export function describeLimit(slot: Slot): string {
  const { min, max } = ruleOf(slot);
  return min > 1 ? `${min} to ${max} characters` : `up to ${max} characters`;
}
