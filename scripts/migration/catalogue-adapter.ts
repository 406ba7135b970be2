import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, type SqlQuery } from '@prisma/driver-adapter-utils';
import pg from 'pg';

/** "char" with quotes: one byte, used for flags in PostgreSQL's catalogue. */
const flagType = 18;

/**
 * Prisma's adapter for PostgreSQL, extended to read PostgreSQL's catalogue. By itself it fails at the type
 * "char", which the schema engine queries and expects as a character.
 *
 * @param url the database's URL
 * @returns the adapter, and `close`, which ends its connections
 */
export function catalogueAdapter(url: string) {
  /** The indexes of the columns that are flags, by the text of the query. */
  const flags = new Map<string, number[]>();
  const pool = new pg.Pool({ connectionString: url });
  const query = pool.query.bind(pool);
  Object.assign(pool, {
    async query(config: pg.QueryArrayConfig) {
      const result = await query(config);
      const found = result.fields.flatMap((field, i) => (field.dataTypeID === flagType ? [i] : []));
      flags.set(config.text, found);
      // Given to the adapter as a type that it supports.
      for (const i of found) Object.assign(result.fields[i] ?? {}, { dataTypeID: 25 });
      return result;
    },
  });

  class CatalogueAdapter extends PrismaPg {
    override async connect() {
      const connection = await super.connect();
      const queryRaw = connection.queryRaw.bind(connection);
      return Object.assign(connection, {
        async queryRaw(asked: SqlQuery) {
          const result = await queryRaw(asked);
          for (const i of flags.get(asked.sql) ?? [])
            result.columnTypes[i] = ColumnTypeEnum.Character;
          return result;
        },
      });
    }
  }
  return { adapter: new CatalogueAdapter(pool), close: () => pool.end() };
}
