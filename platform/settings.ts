import { z } from 'zod';

/** What settings are checked against, beside their own values. */
type Context = {
  isProduction: boolean;
  /** Whether the environment has it, and not empty. */
  isSet: (name: string) => boolean;
  /** What the environment has for a setting of another concept, as it is there. */
  getValue: (name: string) => string | undefined;
};

type Options<Values, Complete> = {
  /** @returns a sentence for each value that does not fit the others, or production, beginning with its name */
  check?: (values: Values, context: Context) => string[];
  /** Adds what follows from the values. */
  complete?: (values: Values, context: Context) => Complete;
};

type Source = Record<string, string | undefined>;
type Read = { values: object; problems: string[] };

const parts: { names: string[]; read: (source: Source) => Read }[] = [];
const problems: string[] = [];

/** A port to listen at; 0 is any that is free. */
export const port = z.coerce.number().int().min(0).max(65535);

/** At least 1. */
export const count = z.coerce.number().int().min(1);

/** A text that `parse` accepts; otherwise the message of the error that it throws is the problem. */
export const textFor = (parse: (text: string) => unknown) =>
  z.string().superRefine((text, context) => {
    try {
      parse(text);
    } catch (error) {
      context.addIssue((error as Error).message);
    }
  });

/**
 * Defines the settings of one concept and reads them from the environment; an empty value counts as not set. Every
 * setting is optional or has a default, and `.env.example` lists it.
 *
 * A value that cannot be used does not throw here, so that `checkSettings` can name all of them at once.
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
    // Compiling a parser, zod's default, takes longer than the one use of it.
    const parsed = schema.safeParse(given, { jitless: true });
    const issues = parsed.error?.issues ?? [];
    // The defaults of those that cannot be used stand in until the process ends.
    for (const { path } of issues) delete given[String(path[0])];
    const values = parsed.data ?? schema.parse(given, { jitless: true });
    return {
      values: complete ? complete(values, context) : (values as unknown as Complete),
      problems: parsed.success
        ? (check?.(values, context) ?? [])
        : issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    };
  };
  parts.push({ names: Object.keys(shape), read });
  const own = read(process.env);
  if (own.problems.length > 0 && problems.length === 0) process.nextTick(checkSettings);
  problems.push(...own.problems);
  return own.values;
}

/**
 * Ends a program whose settings cannot be used. A program calls it before its first step; one that does not is ended
 * when its modules are loaded.
 *
 * @throws Error naming every value that cannot be used, a line each
 */
export function checkSettings(): void {
  if (problems.length > 0) throw unusable(problems);
}

/** The names of all settings of the modules that are loaded. */
export const settingNames = () => parts.flatMap(({ names }) => names);

/**
 * Reads all settings of the modules that are loaded from somewhere else than the environment, for tests.
 *
 * @throws Error naming every value that cannot be used, a line each
 */
export function readSettings(source: Source): Record<string, unknown> {
  const read = parts.map((part) => part.read(source));
  const found = read.flatMap((part) => part.problems);
  if (found.length > 0) throw unusable(found);
  return Object.assign({}, ...read.map(({ values }) => values));
}

const unusable = (lines: string[]) =>
  new Error(`Settings that cannot be used:\n${lines.map((line) => `  ${line}`).join('\n')}`);
