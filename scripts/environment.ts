/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of this script. An empty variable counts as not set.
 *
 * The product reads its settings only in platform/settings.ts. A script starts processes and passes its environment on to
 * them. A script reads the environment directly: it must know which settings were set by hand, but parsed settings also have
 * defaults.
 */
export const inherited: Environment = Object.fromEntries(
  Object.entries(process.env).filter(([, value]) => value !== ''),
);
