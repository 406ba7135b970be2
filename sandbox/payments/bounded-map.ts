/** Entities by id, in the order in which they came; the oldest are forgotten. */
export type BoundedMap<Entity> = {
  add(entity: Entity): void;
  get(id: string): Entity | undefined;
  /** Newest first. */
  list(): Entity[];
  clear(): void;
};

/** @param most how many are kept, so that a process which runs for weeks stays small */
export function createBoundedMap<Entity extends { id: string }>(most: number): BoundedMap<Entity> {
  const entities = new Map<string, Entity>();
  return {
    add(entity) {
      entities.set(entity.id, entity);
      // A map hands out its keys in the order in which they were added.
      const [oldest] = entities.keys();
      if (entities.size > most && oldest !== undefined) entities.delete(oldest);
    },
    get: (id) => entities.get(id),
    list: () => [...entities.values()].reverse(),
    clear: () => entities.clear(),
  };
}
