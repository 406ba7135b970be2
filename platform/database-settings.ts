import { z } from 'zod';
import { product } from '#product.ts';
import { isLoopback } from './https-only.ts';
import { count, defineSettings } from './settings.ts';

/** User, password and name of a database for development. */
const { slug } = product;

export const databaseSettings = defineSettings(
  {
    DATABASE_URL: z.string().default(`postgresql://${slug}:${slug}@127.0.0.1:5432/${slug}`),
    /** Connections that a process opens at most. */
    DATABASE_POOL: count.default(10),
  },
  {
    check: ({ DATABASE_URL }, { isProduction }) =>
      isProduction && hasDefaultPassword(DATABASE_URL)
        ? ['DATABASE_URL: give the database a password of its own in production']
        : [],
  },
);

function hasDefaultPassword(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false;
  const { password, hostname } = new URL(databaseUrl);
  return password === slug && !isLoopback(hostname);
}
