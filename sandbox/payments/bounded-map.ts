/** Entities by id, in insertion order; the oldest are dropped. */
export type BoundedMap<Entity> = {
  add(entity: Entity): void;
  get(id: string): Entity | undefined;
  /** Newest first. */
  list(): Entity[];
  clear(): void;
};

/** @param max maximum number of entities, so that a long-running process stays small */
export function createBoundedMap<Entity extends { id: string }>(max: number): BoundedMap<Entity> {
  const entities = new Map<string, Entity>();
  return {
    add(entity) {
      entities.set(entity.id, entity);
      // A Map iterates its keys in insertion order.
      const [oldest] = entities.keys();
      if (entities.size > max && oldest !== undefined) entities.delete(oldest);
    },
    get: (id) => entities.get(id),
    list: () => [...entities.values()].reverse(),
    clear: () => entities.clear(),
  };
}
