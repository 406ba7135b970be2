import type { BehaviourOf, DialName } from './behaviours.ts';

/** What happens next; `remaining` counts, null means until it is changed. `ms` is for what is late. */
export type DialSetting<Name extends string = string> = {
  behaviour: Name;
  remaining: number | null;
  ms: number;
};

export type Dial<Name extends string> = {
  setting(): DialSetting<Name>;
  /** Behaves so for the next `count`, or until changed. */
  set(behaviour: Name, count?: number | null, ms?: number): void;
  /** The behaviour for one more, which it uses up. */
  take(): { behaviour: Name; ms: number };
};

/** Everything about the provider that can be set, each by itself. */
export type Dials = { [Name in DialName]: Dial<BehaviourOf<Name>> };

const usualMs = 2_000;

function createDial<Name extends string>(changed: () => void): Dial<Name | 'normal'> {
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
export function createDials(changed: () => void): Dials {
  return {
    webhooks: createDial<BehaviourOf<'webhooks'>>(changed),
    payments: createDial<BehaviourOf<'payments'>>(changed),
    refunds: createDial<BehaviourOf<'refunds'>>(changed),
    api: createDial<BehaviourOf<'api'>>(changed),
  };
}
