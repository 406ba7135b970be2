import fc from 'fast-check';
import { fitting, type Hints, type JsonSchema, weighted } from './generators.ts';
import { hostileText } from './hostile.ts';
import { restoreNames } from './send.ts';

/** Keeps the characters that Node accepts in a path, and percent-encodes the rest. */
const sendable = (text: string) =>
  restoreNames(text.toWellFormed().replace(/[^\x21-\x7e]/gu, (c) => encodeURIComponent(c)));

/** The maximum length of a path. Node itself rejects longer request headers, and the socket target tests that. */
const longest = 3_000;

const part = (value: unknown) =>
  restoreNames(encodeURIComponent(String(value).slice(0, longest).toWellFormed()));

/** Paths of a template with `{parameters}`, mostly with valid values. */
export function pathArbitrary(template: string, hints: Hints): fc.Arbitrary<string> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.length === 0) return fc.constant(template);
  const value = (name: string) =>
    weighted(
      [6, (hints[name] ?? fc.constant('x')).map(part)],
      [3, hostileText.map(part)],
      [1, hostileText.map((text) => sendable(text.slice(0, longest)).replaceAll(/[?#]/g, ''))],
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
    ...['?', '?&&==', '?%zz=%', '?a[]=1&a[]=2', '?__proto__[x]=1', '?_routes=root', '?index'],
  );
  const unknown = hostileText.map((text) => `?unknown=${part(text)}`);
  if (names.length === 0) return weighted([10, fc.constant('')], [1, fc.oneof(noise, unknown)]);
  const value = (name: string) => hints[name] ?? fitting(parameters[name] ?? {}, hints);
  const good = fc
    .subarray(names, { maxLength: Math.min(names.length, 4) })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, value(name)]))));
  const written = (values: Record<string, unknown>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${part(value)}`)
      .join('&');
  const wrong = fc.tuple(good, fc.constantFrom(...names), hostileText);
  const twice = wrong.map(
    ([values, name, value]) => `?${written(values)}&${name}=${part(value)}&${name}=1`,
  );
  return weighted(
    [5, good.map((values) => `?${written(values)}`)],
    [5, wrong.map(([values, name, value]) => `?${written({ ...values, [name]: value })}`)],
    [1, twice],
    [1, fc.oneof(noise, unknown)],
  );
}
