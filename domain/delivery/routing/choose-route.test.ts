import fc from 'fast-check';
import { expect, test } from 'vitest';
import { categories } from '../carriers/carrier-config.ts';
import {
  categoryOf,
  compileRoutes,
  type MessageFacts,
  probeEvery,
  type Route,
  type RoutedCarrier,
} from './choose-route.ts';

const facts: MessageFacts = {
  category: 'transactional',
  sender: 'DAKIYA',
  userId: 'usr_1',
  recipient: '+919812345678',
};

const carrier = (name: string, more: Partial<RoutedCarrier> = {}): RoutedCarrier => ({
  ...{ name, categories, pricePaise: null, isOut: false },
  ...more,
});

const route = (name: string, carriers: string[], more: Partial<Route> = {}): Route => ({
  ...{ name, priority: 100, categories: [], senders: [], accounts: [], prefixes: [] },
  carriers: carriers.map((one) => ({ name: one, step: 1, weight: null })),
  ...more,
});

const never = () => 0.999;

test('without a route, carriers are tried in the order of the settings', () => {
  const choose = compileRoutes([], [carrier('b'), carrier('a')]);
  expect(choose(facts, never)).toEqual({ carriers: ['b', 'a'], route: null, routedBy: [] });
});

test.each<[string, Partial<Route>, Partial<MessageFacts>]>([
  ['category', { categories: ['transactional'] }, { category: 'promotional' }],
  ['sender', { senders: ['OTHER', 'DAKIYA'] }, { sender: 'Dakiya' }],
  ['account', { accounts: ['usr_1'] }, { userId: 'usr_2' }],
  ['prefix', { prefixes: ['917', '9198'] }, { recipient: '+919712345678' }],
])('a route by %s takes only messages that meet its condition', (by, condition, other) => {
  const choose = compileRoutes([route('own', ['b'], condition)], [carrier('a'), carrier('b')]);
  expect(choose(facts, never)).toEqual({ carriers: ['b'], route: 'own', routedBy: [by] });
  expect(choose({ ...facts, ...other }, never).route).toBeNull();
});

test('of the matching routes, the first by priority is used, even if none of its carriers accepts the category', () => {
  const routes = [
    route('late', ['a'], { priority: 200 }),
    route('early', ['b'], { priority: 50, senders: ['DAKIYA'] }),
  ];
  const carriers = [carrier('a'), carrier('b', { categories: ['promotional'] })];
  const choose = compileRoutes(routes, carriers);
  expect(choose(facts, never)).toMatchObject({ carriers: [], route: 'early' });
  expect(choose({ ...facts, sender: 'OTHER' }, never)).toMatchObject({ route: 'late' });
});

test('of routes with the same priority, the first by name is chosen, regardless of the order of the list', () => {
  const routes = ['b', 'a', 'c'].map((name) => route(name, ['x']));
  for (const list of [routes, routes.toReversed()]) {
    expect(compileRoutes(list, [carrier('x')])(facts, never).route).toBe('a');
  }
});

test('a carrier of a route is skipped if it no longer exists, and a message waits if no carrier of its route exists', () => {
  const choose = compileRoutes([route('r', ['gone', 'a'])], [carrier('a')]);
  expect(choose(facts, never)).toEqual({ carriers: ['a'], route: 'r', routedBy: [] });
  const none = compileRoutes([route('r', ['gone'])], [carrier('a')]);
  expect(none(facts, never)).toEqual({ carriers: [], route: 'r', routedBy: [] });
});

test('carriers of the same price keep the order of the route, and price is not reported as a reason', () => {
  const known = ['a', 'b', 'c'].map((name) => carrier(name, { pricePaise: 10 }));
  const choice = compileRoutes([route('r', ['b', 'c', 'a'])], known)(facts, never);
  expect(choice).toEqual({ carriers: ['b', 'c', 'a'], route: 'r', routedBy: [] });
});

test('a single carrier with a weight is tried first, and neither weight nor price is reported as a reason', () => {
  const known = ['a', 'b', 'c'].map((name, i) => carrier(name, { pricePaise: i }));
  const own = route('r', ['a', 'b', 'c']);
  const carriers = own.carriers.map((one) => ({ ...one, weight: one.name === 'c' ? 1 : null }));
  const choice = compileRoutes([{ ...own, carriers }], known)(facts, never);
  expect(choice).toEqual({ carriers: ['c', 'a', 'b'], route: 'r', routedBy: [] });
});

test('reports the reason of the first step that has a carrier', () => {
  const own = route('r', ['gone', 'a', 'b']);
  const carriers = own.carriers.map((one) => ({ ...one, step: one.name === 'gone' ? 1 : 2 }));
  const known = [carrier('a', { pricePaise: 2 }), carrier('b', { pricePaise: 1 })];
  const choice = compileRoutes([{ ...own, carriers }], known)(facts, never);
  expect(choice).toMatchObject({ carriers: ['b', 'a'], routedBy: ['price'] });
});

// Workers use the choice object as a cache key.
test('if no carrier is chosen at random, the chooser always returns the same choice object and draws no random number', () => {
  const draw = () => expect.unreachable();
  const own = route('r', ['a', 'b'], { senders: ['DAKIYA'] });
  const weighted = { ...own, carriers: [{ name: 'a', step: 1, weight: 1 }] };
  for (const routes of [[], [own], [weighted]]) {
    const choose = compileRoutes(routes, [carrier('a'), carrier('b')]);
    expect(choose(facts, draw)).toBe(choose(facts, draw));
  }
});

test('a step is ordered by price, with unknown prices last, and is followed by the later steps', () => {
  const of = ['dear', 'unknown', 'cheap', 'spare'];
  const own = route('r', of);
  const carriers = own.carriers.map((one) => ({ ...one, step: one.name === 'spare' ? 2 : 1 }));
  const prices = { dear: 20, cheap: 11.5, spare: 1, unknown: null };
  const known = Object.entries(prices).map(([name, pricePaise]) => carrier(name, { pricePaise }));
  const choice = compileRoutes([{ ...own, carriers }], known)(facts, never);
  expect(choice.carriers).toEqual(['cheap', 'dear', 'unknown', 'spare']);
  expect(choice.routedBy).toEqual(['price']);
});

test('the messages of a step are divided among its carriers by weight, regardless of later steps', () => {
  const carriers = [
    { name: 'a', step: 1, weight: 3 },
    { name: 'b', step: 1, weight: 1 },
    { name: 'spare', step: 2, weight: null },
  ];
  const known = carriers.map(({ name }) => carrier(name));
  const choose = compileRoutes([{ ...route('r', []), carriers }], known);
  const firsts = Array.from({ length: 1_000 }, (_, i) => choose(facts, () => i / 1_000));
  expect(firsts.filter((choice) => choice.carriers[0] === 'a')).toHaveLength(750);
  expect(new Set(firsts.map((choice) => choice.carriers[2]))).toEqual(new Set(['spare']));
  expect(firsts[0]?.routedBy).toEqual(['weight']);
});

test('an unhealthy carrier is tried last, except for an occasional probe', () => {
  const choose = compileRoutes([], [carrier('a', { isOut: true }), carrier('b')]);
  expect(choose(facts, never).carriers).toEqual(['b', 'a']);
  const random = () => 0.9 / probeEvery;
  expect(choose(facts, random)).toMatchObject({ carriers: ['a', 'b'], routedBy: ['probe'] });
  expect(choose(facts, () => 1 / probeEvery).routedBy).toEqual([]);
});

test('an unhealthy carrier is not probed with a message of a category that it does not accept', () => {
  const out = carrier('a', { isOut: true, categories: ['promotional'] });
  const choice = compileRoutes([], [out, carrier('b')])(facts, () => 0);
  expect(choice).toEqual({ carriers: ['b'], route: null, routedBy: [] });
});

const names = ['a', 'b', 'c', 'd'];
const anyRoute = fc.record({
  name: fc.constantFrom('r1', 'r2', 'r3'),
  priority: fc.integer({ min: 1, max: 3 }),
  categories: fc.subarray([...categories]),
  senders: fc.subarray(['DAKIYA', '567890']),
  accounts: fc.subarray(['usr_1', 'usr_2']),
  prefixes: fc.subarray(['91', '9198', '917']),
  carriers: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...names),
      step: fc.integer({ min: 1, max: 3 }),
      weight: fc.option(fc.integer({ min: 1, max: 5 })),
    }),
    { selector: ({ name }) => name, minLength: 1 },
  ),
});
const anyCarriers = fc.tuple(
  ...names.map((name) =>
    fc.record({
      name: fc.constant(name),
      categories: fc.subarray([...categories], { minLength: 1 }),
      pricePaise: fc.option(fc.integer({ min: 0, max: 3 })),
      isOut: fc.boolean(),
    }),
  ),
);
const anyFacts = fc.record({
  category: fc.constantFrom(...categories),
  sender: fc.constantFrom('DAKIYA', '567890', 'OTHER'),
  userId: fc.constantFrom('usr_1', 'usr_3'),
  recipient: fc.constantFrom('+919812345678', '+917012345678'),
});

test('only carriers of the route that accept the category are chosen, each once, in the order of the steps', () => {
  fc.assert(
    fc.property(
      fc.array(anyRoute, { maxLength: 3 }),
      anyCarriers,
      anyFacts,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (routes, carriers, of, at) => {
        const choice = compileRoutes(routes, carriers)(of, () => at);
        const taken = routes.filter(({ name }) => name === choice.route);
        const allowed =
          choice.route === null
            ? names
            : taken.flatMap((one) => one.carriers.map(({ name }) => name));
        expect(new Set(choice.carriers).size).toBe(choice.carriers.length);
        for (const name of choice.carriers) {
          expect(allowed).toContain(name);
          expect(carriers.find((one) => one.name === name)?.categories).toContain(of.category);
        }
        if (taken.length === 1 && carriers.every(({ isOut }) => !isOut)) {
          const steps = choice.carriers.map(
            (name) => taken[0]?.carriers.find((one) => one.name === name)?.step ?? 0,
          );
          expect(steps).toEqual(steps.toSorted((a, b) => a - b));
        }
        const out = new Set(carriers.filter(({ isOut }) => isOut).map(({ name }) => name));
        const outs = choice.carriers.map((name) => out.has(name));
        if (!choice.routedBy.includes('probe')) expect(outs).toEqual(outs.toSorted());
      },
    ),
  );
});

test('a numeric header makes a message promotional, but never a one-time password', () => {
  expect(categoryOf('messages', { sender: '567890', promotional: false })).toBe('promotional');
  expect(categoryOf('messages', { sender: 'DAKIYA', promotional: false })).toBe('transactional');
  expect(categoryOf('messages', { sender: 'ACMEIN', promotional: true })).toBe('promotional');
  expect(categoryOf('otp', { sender: '567890', promotional: true })).toBe('transactional');
});
