import type { BehaviourOf, FaultSettingName } from './behaviours.ts';

/**
 * A fault setting. `remaining` is the number of uses left; null means until changed. `ms` is the delay of
 * `late`.
 */
export type FaultSettingValue<Name extends string = string> = {
  behaviour: Name;
  remaining: number | null;
  ms: number;
};

export type FaultSetting<Name extends string> = {
  setting(): FaultSettingValue<Name>;
  /** Sets the behaviour for the next `count` uses, or until changed. */
  set(behaviour: Name, count?: number | null, ms?: number): void;
  /** Returns the behaviour for one use, and counts it. */
  take(): { behaviour: Name; ms: number };
};

/** All fault settings of the provider; independent of each other. */
export type FaultSettings = { [Name in FaultSettingName]: FaultSetting<BehaviourOf<Name>> };

const defaultDelayMs = 2_000;

function createFaultSetting<Name extends string>(
  changed: () => void,
): FaultSetting<Name | 'normal'> {
  const normal: FaultSettingValue<Name | 'normal'> = {
    behaviour: 'normal',
    remaining: null,
    ms: defaultDelayMs,
  };
  let current = normal;
  return {
    setting: () => current,
    set(behaviour, count = null, ms = defaultDelayMs) {
      current = behaviour === 'normal' ? normal : { behaviour, remaining: count, ms };
      changed();
    },
    take() {
      const { behaviour, remaining, ms } = current;
      if (remaining !== null) {
        current = remaining > 1 ? { ...current, remaining: remaining - 1 } : normal;
        changed();
      }
      return { behaviour, ms };
    },
  };
}

/**
 * All settings at normal.
 *
 * @param changed called after each change
 */
export function createFaultSettings(changed: () => void): FaultSettings {
  return {
    webhooks: createFaultSetting<BehaviourOf<'webhooks'>>(changed),
    payments: createFaultSetting<BehaviourOf<'payments'>>(changed),
    refunds: createFaultSetting<BehaviourOf<'refunds'>>(changed),
    api: createFaultSetting<BehaviourOf<'api'>>(changed),
  };
}
