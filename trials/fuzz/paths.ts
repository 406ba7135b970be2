import fc from 'fast-check';
import { hostileText } from './hostile.ts';
import { fitting, type Hints, type JsonSchema } from './json-schema.ts';
import { restoreNames } from './send.ts';

/** Keeps the characters that Node accepts in a path, and percent-encodes the rest. */
const sendable = (text: string) =>
  restoreNames(text.toWellFormed().replace(/[^\x21-\x7e]/gu, (c) => encodeURIComponent(c)));

/** Node rejects longer request headers itself; the socket target tests that. */
const longest = 3_000;

const part = (value: unknown) =>
  restoreNames(encodeURIComponent(String(value).slice(0, longest).toWellFormed()));

/** Paths of a template with `{parameters}`, mostly with valid values. */
export function pathArbitrary(template: string, hints: Hints): fc.Arbitrary<string> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.length === 0) return fc.constant(template);
  const value = (name: string) =>
    fc.oneof(
      { weight: 6, arbitrary: (hints[name] ?? fc.constant('x')).map(part) },
      { weight: 3, arbitrary: hostileText.map(part) },
      {
        weight: 1,
        arbitrary: hostileText.map((text) =>
          sendable(text.slice(0, longest)).replaceAll(/[?#]/g, ''),
        ),
      },
    );
  return fc
    .record(Object.fromEntries(names.map((name) => [name, value(name)])))
    .map((values) => template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));
}

/** Queries: none, valid parameters, one invalid parameter, or noise. */
export function queryArbitrary(
  parameters: Record<string, JsonSchema>,
  hints: Hints,
): fc.Arbitrary<string> {
  const names = Object.keys(parameters);
  const noise = fc.constantFrom(
    '?',
    '?&&==',
    '?%zz=%',
    '?a[]=1&a[]=2',
    '?__proto__[x]=1',
    '?_routes=root',
    '?index',
  );
  const unknown = hostileText.map((text) => `?unknown=${part(text)}`);
  if (names.length === 0) {
    return fc.oneof(
      { weight: 10, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.oneof(noise, unknown) },
    );
  }
  const value = (name: string) => hints[name] ?? fitting(parameters[name] ?? {}, hints);
  const good = fc
    .subarray(names, { maxLength: Math.min(names.length, 4) })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, value(name)]))));
  const written = (values: Record<string, unknown>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${part(value)}`)
      .join('&');
  const wrong = fc.tuple(good, fc.constantFrom(...names), hostileText);
  return fc.oneof(
    { weight: 5, arbitrary: good.map((values) => `?${written(values)}`) },
    {
      weight: 5,
      arbitrary: wrong.map(([values, name, value]) => `?${written({ ...values, [name]: value })}`),
    },
    {
      weight: 1,
      // The same parameter twice.
      arbitrary: wrong.map(
        ([values, name, value]) => `?${written(values)}&${name}=${part(value)}&${name}=1`,
      ),
    },
    { weight: 1, arbitrary: fc.oneof(noise, unknown) },
  );
}
