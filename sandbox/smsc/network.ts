import type { BehaviourName } from './behaviour.ts';

/** The network's setting; `remaining` counts submits, null means until changed. */
export type NetworkSetting = { behaviour: BehaviourName; remaining: number | null };

export type Network = {
  setting(): NetworkSetting;
  /** Sets the behaviour for the next `count` submits, or until changed. */
  set(behaviour: BehaviourName, count: number | null): void;
  /** Returns the behaviour for one submit, and counts it. */
  take(): BehaviourName;
};

/**
 * Holds the network's setting.
 *
 * @param changed called after each change
 */
export function createNetwork(changed: () => void): Network {
  const normal: NetworkSetting = { behaviour: 'normal', remaining: null };
  let current = normal;
  return {
    setting: () => current,
    set(behaviour, count) {
      current = behaviour === 'normal' ? normal : { behaviour, remaining: count };
      changed();
    },
    take() {
      const { behaviour, remaining } = current;
      if (remaining !== null) {
        current = remaining > 1 ? { behaviour, remaining: remaining - 1 } : normal;
        changed();
      }
      return behaviour;
    },
  };
}
