import { perInstance } from '#platform/instance.ts';
import type { CompiledRegistry } from '../check/compile-registry.ts';

/** A registry in memory. */
export type KeptRegistry = {
  version: number;
  /** Of the bodies of its templates. */
  characters: number;
  registry: CompiledRegistry;
  /** Until then it is used although the account has changed something; in milliseconds of `performance.now`. */
  staysUntil: number;
  /** From then on it is read again although nothing has changed, for the last use of its headers. */
  staleAt: number;
};

/** More characters make a registry a large one: about a thousand templates. */
const largeFrom = 200_000;

/** Where the registry of an account is kept, by the characters of its templates. */
export const roomOf = (characters: number): RegistryRoom =>
  characters > largeFrom ? 'large' : 'small';

type Room = { maxCharacters: number; maxAccounts: number; kept: Map<string, KeptRegistry> };

const createRoom = (maxCharacters: number, maxAccounts: number): Room => ({
  ...{ maxCharacters, maxAccounts },
  kept: new Map(),
});

/**
 * The registries that an instance keeps compiled; a character takes about 25 octets. Large ones push out each other alone, so
 * that a few accounts with 10,000 templates each cannot make it read everybody's again for each message; and nobody pushes
 * out the installation's, which all new accounts send with.
 */
const rooms = perInstance(() => ({
  installation: createRoom(2_000_000, 1),
  small: createRoom(2_000_000, 10_000),
  large: createRoom(4_000_000, 100),
}));

export type RegistryRoom = keyof ReturnType<typeof rooms>;

/** The registry of an account, which becomes the one that was used last. */
export function findKept(userId: string): KeptRegistry | undefined {
  for (const { kept } of Object.values(rooms())) {
    const found = kept.get(userId);
    if (!found) continue;
    if (kept.size > 1) {
      kept.delete(userId);
      kept.set(userId, found);
    }
    return found;
  }
  return undefined;
}

/** Keeps a registry, and forgets those used longest ago. The newest stays, however large it is. */
export function keep(userId: string, registry: KeptRegistry, room: RegistryRoom): void {
  for (const { kept } of Object.values(rooms())) kept.delete(userId);
  const { kept, maxCharacters, maxAccounts } = rooms()[room];
  kept.set(userId, registry);
  let characters = 0;
  for (const one of kept.values()) characters += one.characters;
  for (const [oldest, { characters: freed }] of kept) {
    if (oldest === userId || (characters <= maxCharacters && kept.size <= maxAccounts)) return;
    kept.delete(oldest);
    characters -= freed;
  }
}

const loads = perInstance(() => ({ last: Promise.resolve() as Promise<unknown> }));

/**
 * Reads large registries one after the other, each after a pause as long as the reading took: together they take half a
 * processor at most.
 */
export function readInTurn<T>(read: () => Promise<T>): Promise<T> {
  let tookMs = 0;
  const own = loads();
  const result = own.last.then(async () => {
    const began = performance.now();
    try {
      return await read();
    } finally {
      tookMs = performance.now() - began;
    }
  });
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, tookMs).unref());
  own.last = result.then(pause, pause);
  return result;
}
