import type { BehaviourName } from './behaviour.ts';

/** What the network does next; `remaining` counts submits, null means until it is changed. */
export type NetworkSetting = { behaviour: BehaviourName; remaining: number | null };

export type Network = {
  setting(): NetworkSetting;
  /** Behaves so for the next `count` submits, or until changed. */
  set(behaviour: BehaviourName, count: number | null): void;
  /** The behaviour for one more submit, which it uses up. */
  take(): BehaviourName;
};

/**
 * The state of the network as its user set it.
 *
 * @param changed called whenever the setting is another than before
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
