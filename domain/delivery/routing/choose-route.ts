import type { RoutedBy } from '#domain/messaging/messages/contract.ts';
import { type Category, categories } from '../carriers/carrier-config.ts';
import type { Lane } from '../carriers/contract.ts';

/**
 * Returns the category of a message: promotional if the template is promotional or the header consists only of digits, because
 * operators register promotional headers as digits and most other headers as letters. A one-time password is never
 * promotional.
 */
export function categoryOf(
  lane: Lane,
  { sender, promotional }: { sender: string; promotional: boolean },
): Category {
  return lane === 'messages' && (promotional || /^\d+$/.test(sender))
    ? 'promotional'
    : 'transactional';
}

/** The facts about a message by which a route is chosen. */
export type MessageFacts = {
  category: Category;
  sender: string;
  /** The id of the account. */
  userId: string;
  /** In E.164, such as `+919876543210`. */
  recipient: string;
};

/** A route. A condition without values applies to every message. */
export type Route = {
  name: string;
  /** Routes are tried in ascending order; the first whose conditions apply is used. */
  priority: number;
  categories: readonly Category[];
  senders: readonly string[];
  accounts: readonly string[];
  /** Leading digits of the recipient's number, with the country code. */
  prefixes: readonly string[];
  /** Carriers of a later step are tried when no carrier of an earlier step is usable. */
  carriers: readonly { name: string; step: number; weight: number | null }[];
};

/** The facts about a carrier by which a route is chosen. */
export type RoutedCarrier = {
  name: string;
  categories: readonly Category[];
  /** Paise per segment; null if unknown, which counts as the most expensive. */
  pricePaise: number | null;
  /**
   * Whether the carrier is unhealthy, because too many of its submits, receipts or deliveries fail. Then other carriers are
   * tried first.
   */
  isOut: boolean;
};

/** The carriers of a message, in the order in which they are tried. */
export type Choice = {
  carriers: readonly string[];
  /** The name of the route; null if no route applies. */
  route: string | null;
  routedBy: readonly RoutedBy[];
};

export type ChooseRoute = (facts: MessageFacts, random: () => number) => Choice;

/**
 * On average, one of this many messages is first tried over a carrier that is out, to check whether this carrier works again.
 */
export const probeEvery = 50;

/**
 * Compiles the routes; called whenever a route or carrier has changed. A message uses only the first route, by priority, whose
 * conditions apply. If none of this route's carriers is usable, the message waits. If no route applies, all carriers are tried
 * in order. Within a step, carriers with a weight come first, in a random order by weight; then the other carriers follow,
 * cheapest first.
 *
 * @param routes in any order
 * @param carriers in the order in which they are tried without a route
 */
export function compileRoutes(
  routes: readonly Route[],
  carriers: readonly RoutedCarrier[],
): ChooseRoute {
  const known = new Map(carriers.map((carrier) => [carrier.name, carrier]));
  const compiled = routes
    .toSorted((a, b) => a.priority - b.priority || (a.name < b.name ? -1 : 1))
    .map((route) => ({ fits: toMatcher(route), choose: toChooser(route, known) }));
  const order = carriers.map(({ name }) => name);
  const fallback = ordered(order, known, null, []);

  return (facts, random) => {
    for (const { fits, choose } of compiled) if (fits(facts)) return choose(facts.category, random);
    return fallback(facts.category, random);
  };
}

type Known = ReadonlyMap<string, RoutedCarrier>;
type Chooser = (category: Category, random: () => number) => Choice;

function toMatcher({ categories, senders, accounts, prefixes }: Route) {
  const wanted = {
    categories: new Set<string>(categories),
    senders: new Set(senders),
    accounts: new Set(accounts),
    prefixes: new Set(prefixes),
  };
  const lengths = [...new Set(prefixes.map(({ length }) => length))];
  const isMet = (set: ReadonlySet<string>, value: string) => set.size === 0 || set.has(value);
  return ({ category, sender, userId, recipient }: MessageFacts): boolean =>
    isMet(wanted.categories, category) &&
    isMet(wanted.senders, sender) &&
    isMet(wanted.accounts, userId) &&
    // Prefixes have no plus, so the comparison skips the plus of the phone number.
    (lengths.length === 0 ||
      lengths.some((length) => wanted.prefixes.has(recipient.slice(1, 1 + length))));
}

function toChooser(route: Route, known: Known): Chooser {
  const conditions: RoutedBy[] = [
    ...(route.categories.length > 0 ? (['category'] as const) : []),
    ...(route.senders.length > 0 ? (['sender'] as const) : []),
    ...(route.accounts.length > 0 ? (['account'] as const) : []),
    ...(route.prefixes.length > 0 ? (['prefix'] as const) : []),
  ];
  const price = (name: string) => known.get(name)?.pricePaise ?? Number.POSITIVE_INFINITY;
  const steps = [...new Set(route.carriers.map(({ step }) => step))]
    .sort((a, b) => a - b)
    .map((step) => {
      const own = route.carriers.filter((one) => one.step === step && known.has(one.name));
      const weighted = own.flatMap(({ name, weight }) => (weight === null ? [] : { name, weight }));
      const cheapest = own
        .filter(({ weight }) => weight === null)
        .map(({ name }) => name)
        .toSorted((a, b) => compare(price(a), price(b)));
      return { weighted, cheapest };
    });
  const first = steps.find(({ weighted, cheapest }) => weighted.length + cheapest.length > 0);
  const by: RoutedBy[] =
    (first?.weighted.length ?? 0) > 1
      ? [...conditions, 'weight']
      : first && first.weighted.length === 0 && differ(first.cheapest.map(price))
        ? [...conditions, 'price']
        : conditions;
  if (steps.every(({ weighted }) => weighted.length < 2)) {
    const order = steps.flatMap(({ weighted, cheapest }) => [...weighted.map(toName), ...cheapest]);
    return ordered(order, known, route.name, by);
  }
  return (category, random) => {
    const order = steps.flatMap(({ weighted, cheapest }) => [
      ...shuffleByWeight(weighted, random),
      ...cheapest,
    ]);
    return settle(order, known, category, random, route.name, by);
  };
}

const toName = ({ name }: { name: string }) => name;

/**
 * Creates a chooser for carriers in a fixed order. While all of them are healthy, which is usual, the chooser returns the same
 * prepared choice for all messages of a category.
 */
function ordered(
  order: readonly string[],
  known: Known,
  route: string | null,
  by: readonly RoutedBy[],
): Chooser {
  const choose: Chooser = (category, random) => settle(order, known, category, random, route, by);
  if (order.some((name) => known.get(name)?.isOut)) return choose;
  const fixed = new Map(categories.map((category) => [category, choose(category, () => 1)]));
  return (category, random) => fixed.get(category) ?? choose(category, random);
}

/**
 * Leaves out carriers that do not accept the category, and moves carriers that are out to the end, except for one of
 * `probeEvery` messages, which probes the first carrier that is out.
 */
function settle(
  order: readonly string[],
  known: Known,
  category: Category,
  random: () => number,
  route: string | null,
  by: readonly RoutedBy[],
): Choice {
  const fitting = order.filter((name) => known.get(name)?.categories.includes(category));
  const isOut = (name: string) => known.get(name)?.isOut === true;
  if (!fitting.some(isOut)) return { carriers: fitting, route, routedBy: by };
  const probed = fitting.find(isOut);
  if (probed !== undefined && random() * probeEvery < 1) {
    const others = fitting.filter((name) => name !== probed);
    return { carriers: [probed, ...others], route, routedBy: [...by, 'probe'] };
  }
  const well = fitting.filter((name) => !isOut(name));
  return { carriers: [...well, ...fitting.filter(isOut)], route, routedBy: by };
}

/** Orders carriers at random: for each position, one of the remaining carriers is drawn in proportion to the weights. */
function shuffleByWeight(
  weighted: readonly { name: string; weight: number }[],
  random: () => number,
): string[] {
  const left = [...weighted];
  const order: string[] = [];
  while (left.length > 0) {
    let at = random() * left.reduce((sum, { weight }) => sum + weight, 0);
    const chosen = Math.max(
      0,
      left.findIndex(({ weight }) => {
        at -= weight;
        return at < 0;
      }),
    );
    const [one] = left.splice(chosen, 1);
    if (one) order.push(one.name);
  }
  return order;
}

const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);

const differ = (prices: number[]) => new Set(prices).size > 1;
