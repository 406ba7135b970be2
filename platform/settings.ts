import { z } from 'zod';
import { createInstance, currentInstance, type Instance, ofInstance } from './instance.ts';

/** The context for checks of settings, in addition to the values of the settings. */
type Context = {
  isProduction: boolean;
  /** Whether the environment has a non-empty value for a setting. */
  isSet: (name: string) => boolean;
  /** The raw value of a setting that another module defines. */
  getValue: (name: string) => string | undefined;
};

type Options<Values, Complete> = {
  /**
   * @returns a sentence for each value that conflicts with others or is not allowed in production. It begins with the name
   *   of the setting
   */
  check?: (values: Values, context: Context) => string[];
  /** Adds values that are derived from the others. */
  complete?: (values: Values, context: Context) => Complete;
};

type Source = Readonly<Record<string, string | undefined>>;

/** The settings that one module defines. */
type Part = {
  names: string[];
  read: (source: Source) => { values: object; problems: string[] };
};

/** The settings of all loaded modules. */
const parts: Part[] = [];

/** The checked settings of all modules. */
export type Config = { readonly source: Source; readonly values: Map<Part, object> };

/** A port to listen on; 0 means any free port. */
export const port = z.coerce.number().int().min(0).max(65535);

/** A whole number of at least 1. */
export const count = z.coerce.number().int().min(1);

/** A text that `parse` accepts. If `parse` throws, the message of its error is reported. */
export const textFor = (parse: (text: string) => unknown) =>
  z.string().superRefine((text, context) => {
    try {
      parse(text);
    } catch (error) {
      context.addIssue((error as Error).message);
    }
  });

/**
 * Defines a module's settings. Each setting is optional or has a default, and is listed in `.env.example`. An empty value
 * counts as not set. Reading a setting returns the current instance's value.
 */
export function defineSettings<
  Shape extends z.ZodRawShape,
  Complete extends object = z.output<z.ZodObject<Shape>>,
>(
  shape: Shape,
  { check, complete }: Options<z.output<z.ZodObject<Shape>>, Complete> = {},
): Complete {
  const schema = z.object(shape);
  const read = (source: Source) => {
    const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
    const context: Context = {
      isProduction: given.NODE_ENV === 'production',
      isSet: (name) => given[name] !== undefined,
      getValue: (name) => given[name],
    };
    // By default, zod compiles a parser, which takes longer than parsing once without compiling.
    const parsed = schema.safeParse(given, { jitless: true });
    const issues = parsed.error?.issues ?? [];
    // Invalid values are replaced by their defaults, so that the other values can still be checked.
    for (const { path } of issues) delete given[String(path[0])];
    const values = parsed.data ?? schema.parse(given, { jitless: true });
    return {
      values: complete ? complete(values, context) : (values as unknown as Complete),
      problems: parsed.success
        ? (check?.(values, context) ?? [])
        : issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    };
  };
  const part = { names: Object.keys(shape), read };
  parts.push(part);
  return ofInstance(() => readPart(currentInstance().config as Config, part) as Complete);
}

/** Returns the values of a part. Reads the values now if the part's module was loaded after `parseConfig`. */
function readPart(config: Config, part: Part): object {
  const known = config.values.get(part);
  if (known) return known;
  const { values, problems } = part.read(config.source);
  if (problems.length > 0) throw unusable(problems);
  config.values.set(part, values);
  return values;
}

/**
 * Reads the settings of all loaded modules.
 *
 * @param source usually the environment
 * @throws Error with one line for each invalid value
 */
export function parseConfig(source: Source): Config {
  const read = parts.map((part) => ({ part, ...part.read(source) }));
  const problems = read.flatMap((one) => one.problems);
  if (problems.length > 0) throw unusable(problems);
  return { source, values: new Map(read.map(({ part, values }) => [part, values])) };
}

/**
 * Creates the instance of a process that has only one instance, such as a command or a test runner.
 *
 * @throws the same errors as `parseConfig`
 */
export const configure = (source: Source): Instance => createInstance(parseConfig(source));

export const settingNames = () => parts.flatMap(({ names }) => names);

/** Reads all settings of the loaded modules into one object. @throws the same errors as `parseConfig` */
export const readSettings = (source: Source): Record<string, unknown> =>
  Object.assign({}, ...parseConfig(source).values.values());

const unusable = (lines: string[]) =>
  new Error(`Settings that cannot be used:\n${lines.map((line) => `  ${line}`).join('\n')}`);
