import { isComplete, type PhoneMessage, type Rejection } from '../smsc/phone-message.ts';
import type { Timers } from '../smsc/timers.ts';
import { createRegistryReader } from './registry.ts';
import { type ScrubberSetting, scrub } from './scrub.ts';

export type Scrubber = {
  setting(): ScrubberSetting;
  /** Why the registry file cannot be used; null if it can. */
  problem(): string | null;
  set(setting: Partial<ScrubberSetting>): void;
  /** Turns it off, with all of its settings. */
  reset(): void;
  /**
   * Checks a text, once all of its segments are here, by the setting with which its first one came.
   *
   * @param then called with the outcome: at once where it is known, or nothing is to be checked
   */
  check(message: PhoneMessage, then?: (rejection: Rejection | null) => void): void;
};

const off: ScrubberSetting = {
  isOn: false,
  chain: false,
  preferences: false,
  window: false,
  isDown: false,
  time: null,
};

type Options = {
  /** The file of the operator's register. */
  path: string;
  timers: Timers;
  /** How long missing segments are waited for, in milliseconds. */
  incompleteAfterMs: number;
  /** Called when a text was rejected, and after each change of the setting. */
  changed: () => void;
};

/** An operator's DLT check of the texts that it is given: off until it is turned on. */
export function createScrubber({ path, timers, incompleteAfterMs, changed }: Options): Scrubber {
  const read = createRegistryReader(path);
  let current = off;
  const waiting = new Map<PhoneMessage, ((rejection: Rejection | null) => void)[]>();
  const checked = new WeakSet<PhoneMessage>();

  function finish(message: PhoneMessage): void {
    const asked = waiting.get(message);
    if (!asked) return;
    waiting.delete(message);
    checked.add(message);
    const { registry } = read();
    message.rejection = scrub({ message, registry, setting: current }, new Date());
    if (message.rejection) changed();
    for (const then of asked) then(message.rejection);
  }

  return {
    setting: () => current,
    problem: () => (current.isOn ? read().problem : null),
    set(setting) {
      current = { ...current, ...setting };
      changed();
    },
    reset() {
      current = off;
      changed();
    },
    check(message, then = () => undefined) {
      if (!current.isOn && !waiting.has(message)) checked.add(message);
      if (checked.has(message)) {
        then(message.rejection);
        return;
      }
      const asked = waiting.get(message) ?? [];
      waiting.set(message, [...asked, then]);
      if (isComplete(message)) finish(message);
      else if (asked.length === 0) timers.later(incompleteAfterMs, () => finish(message));
    },
  };
}
