import { counter, gauge } from '../metrics/instruments.ts';

/** Why the rest of a body is not read. */
export type BodyRefusal = 'slow' | 'own_limit' | 'full';

type Limits = {
  /** Maximum total bytes of all bodies that are arriving or held. */
  total: number;
  /** Maximum bytes of one owner's bodies. The owner is an account, or the IP address of an unknown client. */
  perOwner: number;
  /**
   * Maximum number of waiting bodies. Each may hold up to 200 KiB that have arrived but are not charged yet. If the total
   * budget is used up, an owner may have only one waiting body.
   */
  maxWaiting: { perOwner: number; total: number };
  /** How long a body may wait until the budget has room for its bytes, in milliseconds. */
  maxWaitMs: number;
  /** The minimum speed at which a body must arrive. A slower body is refused, and its bytes are released. */
  minBytesPerSecond: number;
  /** How often the speed of bodies is checked, in milliseconds. */
  checkMs: number;
};

type Arriving = {
  owner: string;
  held: number;
  /** Bytes that have arrived since the last check. */
  arrived: number;
  /** Set while the body waits for room in the budget; `resume` continues reading. */
  waiting: { bytes: number; since: number; resume: () => void } | null;
  refuse: (why: BodyRefusal) => void;
};

const refused = counter<'reason'>({
  name: 'dakiya_bodies_refused_total',
  help: 'Request bodies that were not read completely, by reason: slow, own_limit (of the account or address), or full (the limit of the web server).',
  labelNames: ['reason'],
});

/**
 * Limits the memory for request bodies while they arrive. Bytes are charged on arrival, so announcing a large length
 * costs nothing. While the budget is used up, a limited number of bodies wait. When there is room, they continue
 * round-robin by owner, so that an owner with many bodies does not delay others. A body that arrives too slowly is
 * refused.
 */
export function createBodyBudget(limits: Limits) {
  const arriving = new Set<Arriving>();
  const byOwner = new Map<string, number>();
  /** Waiting bodies by owner, in round-robin order. */
  const rounds = new Map<string, Arriving[]>();
  let all = 0;
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;

  const heldBy = (owner: string) => byOwner.get(owner) ?? 0;

  function charge(body: Arriving, bytes: number): void {
    body.held += bytes;
    all += bytes;
    byOwner.set(body.owner, heldBy(body.owner) + bytes);
  }

  function giveBack(body: Arriving): void {
    all -= body.held;
    const left = heldBy(body.owner) - body.held;
    if (left > 0) byOwner.set(body.owner, left);
    else byOwner.delete(body.owner);
    body.held = 0;
    startWaiting();
  }

  /** Resumes waiting bodies round-robin, one per owner and round, as long as the budget has room. */
  function startWaiting(): void {
    for (const [owner, queue] of rounds) {
      const [first] = queue;
      if (!first?.waiting) continue;
      const { bytes, resume } = first.waiting;
      if (all > 0 && all + bytes > limits.total) return;
      stopWaiting(first);
      // The owner is moved behind the other owners.
      if (rounds.delete(owner) && queue.length > 0) rounds.set(owner, queue);
      charge(first, bytes);
      resume();
    }
  }

  function stopWaiting(body: Arriving): void {
    const queue = rounds.get(body.owner);
    queue?.splice(queue.indexOf(body), 1);
    waiting -= 1;
    if (queue?.length === 0) rounds.delete(body.owner);
    body.waiting = null;
    body.arrived = limits.minBytesPerSecond * limits.checkMs;
  }

  function wait(body: Arriving, bytes: number, resume: () => void): void {
    body.waiting = { bytes, since: performance.now(), resume };
    waiting += 1;
    rounds.set(body.owner, [...(rounds.get(body.owner) ?? []), body]);
  }

  function mayWait(owner: string): boolean {
    const { perOwner, total } = limits.maxWaiting;
    return (rounds.get(owner)?.length ?? 0) < (waiting < total ? perOwner : 1);
  }

  function refuse(body: Arriving, why: BodyRefusal): void {
    refused.inc({ reason: why });
    body.refuse(why);
  }

  function check(): void {
    const now = performance.now();
    for (const body of [...arriving]) {
      if (body.waiting) {
        if (now - body.waiting.since > limits.maxWaitMs) refuse(body, 'full');
      } else if (body.arrived < (limits.minBytesPerSecond * limits.checkMs) / 1_000) {
        refuse(body, 'slow');
      } else body.arrived = 0;
    }
  }

  return {
    get held() {
      return { bytes: all, bodies: arriving.size };
    },

    /**
     * Registers a body that begins to arrive.
     *
     * @param onRefused called if the rest of the body must not be read, after the bytes of the body were released
     */
    begin(owner: string, onRefused: (why: BodyRefusal) => void) {
      const body: Arriving = {
        owner,
        held: 0,
        // With this initial value, a body counts as fast enough until its first full interval is over.
        arrived: limits.minBytesPerSecond * limits.checkMs,
        waiting: null,
        refuse(why) {
          end();
          onRefused(why);
        },
      };
      arriving.add(body);
      timer ??= setInterval(check, limits.checkMs).unref();

      /** Call this when the body has arrived completely. Its speed is then no longer checked, but its bytes stay charged. */
      function complete(): void {
        if (body.waiting) stopWaiting(body);
        arriving.delete(body);
        if (arriving.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      }

      function end(): void {
        complete();
        giveBack(body);
      }

      return {
        /**
         * Charges bytes that have arrived.
         *
         * @param resume called once there is room, if the budget has none now
         * @returns false if the caller must not read more until `resume` is called, or if the body was refused
         */
        add(bytes: number, resume: () => void): boolean {
          body.arrived += bytes;
          const isTooMuch = heldBy(owner) + bytes > limits.perOwner;
          if (!isTooMuch && all + bytes <= limits.total && rounds.size === 0) {
            charge(body, bytes);
            return true;
          }
          if (isTooMuch || !mayWait(owner)) refuse(body, 'own_limit');
          else wait(body, bytes, resume);
          return false;
        },
        complete,
        end,
      };
    },
  };
}

export type BodyBudget = ReturnType<typeof createBodyBudget>;

export function reportBodyBudget(budget: BodyBudget): void {
  gauge({
    name: 'dakiya_unfinished_body_bytes',
    help: 'Bytes of request bodies larger than 4 KiB that are arriving or, for large uploads, are held in memory.',
    collect: (metric) => metric.set(budget.held.bytes),
  });
}
