/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of this script. An empty variable counts as not set.
 *
 * The product reads its settings only in platform/settings.ts. Scripts start processes and pass their environment on. They
 * read the environment directly, because they must know which settings were set by hand, and parsed settings also contain
 * defaults.
 */
export const inherited: Environment = Object.fromEntries(
  Object.entries(process.env).filter(([, value]) => value !== ''),
);
