import { Dakiya, DakiyaError, Page, unwrapWebhook } from '#packages/node/src/dakiya.ts';
import { isSentFile, type Library, type Outcome } from './library.ts';

/** Runs the Node library in this process. */
export const nodeLibrary: Library = {
  call: (settings, method, args, options) =>
    outcomeOf(async () => {
      const value = await methodOf(new Dakiya(settings), method)(
        ...args.map(withFiles),
        ...(options ? [options] : []),
      );
      return value instanceof Page ? { data: value.data, next: value.next } : value;
    }),
  collect: (settings, method, args) =>
    outcomeOf(async () => {
      const entries = [];
      const list = methodOf(new Dakiya(settings), method)(...args) as AsyncIterable<unknown>;
      for await (const entry of list) entries.push(entry);
      return entries;
    }),
  unwrap: (body, headers, secret) => outcomeOf(() => unwrapWebhook(body, headers, secret)),
};

type Method = (...args: unknown[]) => unknown;

/** Finds a method by its dotted name, bound to its object. */
function methodOf(dakiya: Dakiya, name: string): Method {
  const path = name.split('.');
  const last = path.pop() ?? '';
  const owner = path.reduce((one, part) => one[part] as Named, dakiya as unknown as Named);
  if (typeof owner?.[last] !== 'function') throw new Error(`The library has no method ${name}.`);
  return (owner[last] as Method).bind(owner);
}

type Named = Record<string, unknown>;

/** Replaces the placeholders for files in an argument with files. */
function withFiles(arg: unknown): unknown {
  if (typeof arg !== 'object' || arg === null || Array.isArray(arg)) return arg;
  return Object.fromEntries(
    Object.entries(arg).map(([name, value]) => [
      name,
      isSentFile(value) ? new File([value.$file.text], value.$file.name) : value,
    ]),
  );
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof DakiyaError)) throw error;
    const { message, status, code, param, docUrl, requestId, retryAfterSeconds, details } = error;
    const fields = { message, status, code, param, docUrl, requestId, retryAfterSeconds, details };
    return { error: { family: error.constructor.name, ...fields } };
  }
}
