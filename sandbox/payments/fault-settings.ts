import type { BehaviourOf, FaultSettingName } from './behaviours.ts';

/** What happens next; `remaining` counts, null means until it is changed. `ms` is for what is late. */
export type DialSetting<Name extends string = string> = {
  behaviour: Name;
  remaining: number | null;
  ms: number;
};

export type FaultSetting<Name extends string> = {
  setting(): DialSetting<Name>;
  /** Behaves so for the next `count`, or until changed. */
  set(behaviour: Name, count?: number | null, ms?: number): void;
  /** The behaviour for one more, which it uses up. */
  take(): { behaviour: Name; ms: number };
};

/** Everything about the provider that can be set, each by itself. */
export type FaultSettings = { [Name in FaultSettingName]: FaultSetting<BehaviourOf<Name>> };

const usualMs = 2_000;

function createDial<Name extends string>(changed: () => void): FaultSetting<Name | 'normal'> {
  const normal: DialSetting<Name | 'normal'> = {
    behaviour: 'normal',
    remaining: null,
    ms: usualMs,
  };
  let current = normal;
  return {
    setting: () => current,
    set(behaviour, count = null, ms = usualMs) {
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

/** All dials at normal. @param changed called whenever one is another than before */
export function createFaultSettings(changed: () => void): FaultSettings {
  return {
    webhooks: createDial<BehaviourOf<'webhooks'>>(changed),
    payments: createDial<BehaviourOf<'payments'>>(changed),
    refunds: createDial<BehaviourOf<'refunds'>>(changed),
    api: createDial<BehaviourOf<'api'>>(changed),
  };
}
