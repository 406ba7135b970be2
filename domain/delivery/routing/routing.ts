import { invariant } from '#domain/shared/errors.browser.ts';
import type { CarrierSet } from '../carriers/carrier-set.ts';
import type { Carrier, Lane, SlotSource } from '../carriers/contract.ts';
import type { CarrierRow } from './carrier-row.ts';
import {
  type Choice,
  type ChooseRoute,
  categoryOf,
  compileRoutes,
  type Route,
} from './choose-route.ts';

/**
 * The carriers of a message in the order in which they are tried, the name of its route (null if no route applied), and how the
 * carriers were chosen.
 */
export type MessageRoute = {
  carriers: readonly SlotSource[];
  name: string | null;
  routedBy: string | null;
};

type Message = {
  livemode: boolean;
  sender: string;
  promotional: boolean;
  userId: string;
  recipient: string;
};

/** Creates the routing, which chooses the carriers of each message according to the latest rows. */
export function createRouting(carriers: CarrierSet) {
  let choose: ChooseRoute = compileRoutes([], []);
  let out: ReadonlySet<string> = new Set();
  let open = new Map<string, Carrier>();
  /** The route of each choice, cached because many messages share a choice. */
  let known = new WeakMap<Choice, MessageRoute>();

  const toRoute = ({ carriers: names, route, routedBy }: Choice): MessageRoute => ({
    carriers: names.flatMap((name) => open.get(name) ?? []),
    name: route,
    routedBy: route === null ? null : routedBy.join(),
  });

  return {
    /** Applies changed rows: opens and closes carriers, and replaces the routes. */
    apply(rows: readonly CarrierRow[], routes: readonly Route[]): void {
      out = new Set(rows.filter((row) => row.out).map(({ config }) => config.name));
      choose = compileRoutes(
        routes,
        rows.map(({ config: { name, categories, pricePaise } }) => ({
          ...{ name, categories, isOut: out.has(name) },
          pricePaise: pricePaise ?? null,
        })),
      );
      carriers.apply(rows.map(({ config, pausedAt }) => ({ config, isPaused: pausedAt !== null })));
    },

    /** Called when the open carriers or the routes have changed. */
    refresh(): void {
      open = new Map(carriers.list().map((carrier) => [carrier.name, carrier]));
      known = new WeakMap();
    },

    /** Returns the route of a message, according to the latest rows. */
    choose(message: Message, lane: Lane): MessageRoute {
      invariant(message.livemode && lane !== 'test', 'no carrier is chosen for a test message');
      const { sender, userId, recipient } = message;
      const facts = { category: categoryOf(lane, message), sender, userId, recipient };
      const choice = choose(facts, Math.random);
      const route = known.get(choice) ?? toRoute(choice);
      known.set(choice, route);
      return route;
    },

    /** The unhealthy carriers, which are tried last. */
    out: (): ReadonlySet<string> => out,

    /** Whether any carrier accepts submits. */
    isUsable: (): boolean => carriers.list().some((carrier) => carrier.usable()),

    /** Submits per second of all carriers together. */
    rate: (): number => carriers.list().reduce((sum, carrier) => sum + carrier.rate, 0),
  };
}

export type Routing = ReturnType<typeof createRouting>;
