/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of this script; an empty variable counts as not set.
 *
 * The product reads its settings in platform/settings.ts only. A script is a launcher: it passes its
 * environment on to the processes that it starts, and must know what was set by hand, which the
 * defaults would hide.
 */
export const inherited: Environment = Object.fromEntries(
  Object.entries(process.env).filter(([, value]) => value !== ''),
);
