import { parameter } from '../web/parameter.ts';

const maxListed = 100;

/** A page of a list, by the parameters `from`, `to`, `count` and `skip`. */
export function paginate<Entity extends { created_at: number }>(
  entities: Entity[],
  query: Record<string, unknown>,
) {
  const number = (name: string, otherwise: number) => Number(parameter(query[name])) || otherwise;
  const from = number('from', 0);
  const to = number('to', Number.POSITIVE_INFINITY);
  const skip = number('skip', 0);
  const items = entities
    .filter(({ created_at }) => created_at >= from && created_at <= to)
    .slice(skip, skip + Math.min(number('count', 10), maxListed));
  return { entity: 'collection', count: items.length, items };
}
