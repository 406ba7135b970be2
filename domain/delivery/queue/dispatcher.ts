import { wakeUpJob } from '#domain/messaging/messages/jobs.ts';
import { logger } from '#platform/logger.ts';
import { enqueue } from '#platform/queue.ts';
import type { Lane } from '../carriers/contract.ts';
import type { ReservedMessage } from '../contract.ts';
import { deliverMessage, toHinderedAttempt } from '../deliver-message.ts';
import { findHindrances, type Hindrance } from '../find-hindrances.ts';
import { recordAttempt } from '../record-attempt.ts';
import type { MessageRoute, Routing } from '../routing/routing.ts';
import { type AcquiredSlot, createCarrierTurns, type Turn } from './carrier-turns.ts';
import {
  hastenMessages,
  orLeaveToReconciler,
  releaseMessages,
  releaseUnknown,
  reserveMessages,
} from './reserve-messages.ts';

/** How many messages of an account are reserved at once. */
const portionSize = { least: 2, most: 200 };

/** Delay before another look for a usable carrier, by any worker, in milliseconds. */
const noCarrierDelayMs = 2_000;

/**
 * After so many milliseconds a message is retried whose own carriers are unusable while others are usable, or that could
 * not be checked. Until then, other messages of its account can be reserved.
 */
const blockedDelayMs = 10_000;

/** What is due later than this, in milliseconds, the reconciler wakes up: a hundred thousand may wait for the morning. */
const longestTimerMs = 600_000;

/** A message that waits for a slot of its route's carriers. */
type WaitingMessage = Turn & { message: ReservedMessage; route: MessageRoute };

/** The result of a portion: some are given back if their carriers are not usable, all if they could not be checked. */
type Admitted = 'all' | 'some' | 'unchecked';

type Options = {
  lane: Lane;
  routing: Pick<Routing, 'choose' | 'isUsable' | 'rate'>;
  stopping: AbortSignal;
};

/** What is forgotten beyond that comes again after its delay. */
const maxRemembered = 10_000;

/** The accounts and messages that a worker gave back as no carrier of theirs was usable. */
function createWaitingForCarrier() {
  const accounts = new Set<string>();
  const messages = new Set<string>();

  return {
    isEmpty: (): boolean => accounts.size === 0,

    addAccount(userId: string): void {
      if (accounts.size < maxRemembered) accounts.add(userId);
    },

    /** Adds a message that was released with a delay. */
    addMessage(id: string): void {
      if (messages.size < maxRemembered) messages.add(id);
    },

    /** Makes all messages due at once, and clears both lists. @returns the accounts, which may be woken up */
    async release(): Promise<string[]> {
      const [users, ids] = [[...accounts], [...messages]];
      accounts.clear();
      messages.clear();
      await hastenMessages(ids).catch((error) =>
        logger.warn({ error }, 'messages that waited for a carrier could not be made due at once'),
      );
      return users;
    },
  };
}

/** Delay before PostgreSQL is tried again, in milliseconds. */
const databaseDelayMs = 2_000;

/** Longer than a statement runs on after its connection is lost, in milliseconds. */
const lostStatementMs = 30_000;

type RecoveryOptions = {
  lane: Lane;
  /** The messages that this worker knows to have reserved. */
  reserved: ReadonlyMap<string, number>;
  wake: (userId: string) => void;
  /** What shutdown waits for. */
  track: (work: Promise<void>) => void;
};

/**
 * After a failure of PostgreSQL, which may hide that messages were reserved, gives back those that this worker does not know of,
 * and wakes the accounts up: soon, and once more when no statement can still be running.
 */
function createRecovery({ lane, reserved, wake, track }: RecoveryOptions) {
  /** Accounts whose messages could not be reserved. */
  const failed = new Set<string>();
  let next: { at: number; timer: NodeJS.Timeout } | null = null;

  /** There is one timer, the soonest: otherwise accounts that fail again and again would have ever more. */
  function recoverIn(delayMs: number): void {
    const at = performance.now() + delayMs;
    if (next && next.at <= at) return;
    clearTimeout(next?.timer);
    const timer = setTimeout(() => {
      next = null;
      track(recover());
    }, delayMs);
    next = { at, timer: timer.unref() };
  }

  async function recover(): Promise<void> {
    try {
      await releaseUnknown(lane, [...reserved.keys()]);
    } catch (error) {
      logger.debug({ error, lane }, 'PostgreSQL is still unavailable');
      recoverIn(databaseDelayMs);
      return;
    }
    if (failed.size > 0) recoverIn(lostStatementMs);
    const accounts = [...failed];
    failed.clear();
    for (const userId of accounts) wake(userId);
  }

  return {
    soon: () => recoverIn(databaseDelayMs),
    /** No portion of an account could be reserved. */
    accountFailed(userId: string, error: unknown): void {
      if (failed.size === 0) logger.warn({ error, lane }, 'messages could not be reserved');
      failed.add(userId);
      recoverIn(databaseDelayMs);
    },
  };
}

/**
 * Delivers the messages of one lane; accounts take turns.
 *
 * An account is woken up when it may have messages. Then a portion of them is reserved for this worker, and the next
 * when half of it is left. Each message waits for the first usable carrier of its route, whose slots go to the message
 * whose turn it is among those of all accounts that wait for the same carrier.
 */
export function createDispatcher({ lane, routing, stopping }: Options) {
  /** Accounts with a reservation under way; true if they were woken up meanwhile. */
  const reserving = new Map<string, boolean>();
  /** Accounts that may have more messages than are reserved. */
  const mayHaveMore = new Set<string>();
  /** The messages that this worker has reserved, with the number of the reservation. */
  const reserved = new Map<string, number>();
  /** What shutdown waits for. */
  const running = new Set<Promise<void>>();
  /** What was left to others, as no carrier was usable here, until one is. */
  const waiting = createWaitingForCarrier();

  function track(work: Promise<void>): void {
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  const turns = createCarrierTurns<WaitingMessage>({
    lane,
    stopping,
    track,
    onSlot(turn, acquired) {
      track(deliver(turn, acquired));
      const { userId } = turn;
      if (mayHaveMore.delete(userId)) wake(userId);
    },
    onNoCarrier: (without) => track(giveBack(without)),
  });

  const recovery = createRecovery({ lane, reserved, wake, track });

  /** About what the carriers take from an account in a second, while others send too. */
  const portion = () => {
    const share = Math.ceil(routing.rate() / (turns.accounts() + 1));
    return Math.min(portionSize.most, Math.max(portionSize.least, share));
  };

  /** An account may have messages that are due. Cheap, and never too often: one look answers many. */
  function wake(userId: string): void {
    if (stopping.aborted || !routing.isUsable()) {
      wakeOthers([userId]);
    } else if (reserving.has(userId)) {
      reserving.set(userId, true);
    } else if (turns.waiting(userId) > portion() / 2) {
      mayHaveMore.add(userId);
    } else {
      track(reservePortions(userId));
    }
  }

  /** Leaves accounts to any worker: at once at shutdown, else when a carrier may be usable again. */
  function wakeOthers(userIds: string[]): void {
    const payloads = userIds.map((userId) => ({ userId }));
    for (const userId of userIds) waiting.addAccount(userId);
    const wakeUp = () => void enqueue(wakeUpJob[lane], payloads);
    // Not as a delayed job: a worker whose clock is hours ahead would delay it by hours, and a job of an account that
    // waits takes the place of any other.
    if (stopping.aborted) wakeUp();
    else setTimeout(wakeUp, noCarrierDelayMs).unref();
  }

  /** A carrier is usable again: its messages stop waiting for the delay, or for a carrier that comes after it. */
  function carrierUsable(): void {
    turns.move();
    const isWorking = routing.isUsable() && !stopping.aborted;
    if (isWorking && !waiting.isEmpty()) track(wakeWaiting());
  }

  async function wakeWaiting(): Promise<void> {
    for (const userId of await waiting.release()) wake(userId);
  }

  /** Carriers or routes have changed. */
  function reroute(): void {
    turns.move((turn) => {
      // What a carrier has refused goes on to the others of the route that it took.
      if (!turn.resume) Object.assign(turn, routeOf(turn.message));
    });
    carrierUsable();
  }

  function routeOf(message: ReservedMessage): Pick<WaitingMessage, 'route' | 'carriers'> {
    const route = routing.choose(message, lane);
    return { route, carriers: route.carriers };
  }

  function wakeLater(userId: string, delayMs: number): void {
    // Does not keep the process alive: what is due later is found by other workers.
    setTimeout(() => wake(userId), delayMs).unref();
  }

  /** Reserves a portion, and another if the account is short of messages and may have more. */
  async function reservePortions(userId: string): Promise<void> {
    try {
      let isFull = false;
      let admitted: Admitted;
      do {
        reserving.set(userId, false);
        const most = portion();
        const messages = await reserveMessages(userId, most, lane);
        for (const { id, reservation } of messages) reserved.set(id, reservation);
        admitted = await admit(userId, messages);
        if (admitted === 'unchecked') break;
        isFull = messages.length >= most;
        if (isFull) mayHaveMore.add(userId);
        else mayHaveMore.delete(userId);
        // Those that were given back would be reserved again, and all others that wait for their carriers.
      } while (admitted === 'all' && isShort(userId, isFull) && !stopping.aborted);
      if (reserving.get(userId)) mayHaveMore.add(userId);
    } catch (error) {
      recovery.accountFailed(userId, error);
    } finally {
      reserving.delete(userId);
    }
  }

  /** Whether to reserve again at once: nothing else would, if no message of a full batch may be sent. */
  const isShort = (userId: string, isFull: boolean) =>
    isFull ? turns.waiting(userId) === 0 : reserving.get(userId) === true;

  /** Lets those that may be sent wait for slots, and records the others. */
  async function admit(userId: string, messages: ReservedMessage[]): Promise<Admitted> {
    try {
      const hindrances = await findHindrances(userId, messages);
      const isComplete = turns.add(messages.filter((one) => !hindrances.has(one)).map(toTurn));
      // Of a hundred thousand, one portion after the other.
      await Promise.all([...hindrances].map(([message, hindrance]) => hinder(message, hindrance)));
      return isComplete ? 'all' : 'some';
    } catch (error) {
      logger.warn({ error, lane, userId }, 'messages could not be checked');
      const ids = messages.map(({ id }) => id);
      for (const id of ids) reserved.delete(id);
      await releaseMessages(ids, blockedDelayMs);
      wakeLater(userId, blockedDelayMs);
      return 'unchecked';
    }
  }

  const toTurn = (message: ReservedMessage): WaitingMessage => ({
    ...{ userId: message.userId, weight: message.weight, message },
    cost: Math.max(1, message.segments - message.sentParts.length),
    ...routeOf(message),
  });

  async function work(
    message: ReservedMessage,
    handle: () => Promise<number | null>,
  ): Promise<void> {
    const retryInMs = await orLeaveToReconciler(message, stopping, handle);
    if (retryInMs !== null && retryInMs <= longestTimerMs) wakeLater(message.userId, retryInMs);
    if (reserved.get(message.id) === message.reservation) reserved.delete(message.id);
  }

  const deliver = (turn: WaitingMessage, acquired: AcquiredSlot) =>
    work(turn.message, () =>
      deliverMessage(turn.message, lane, turn.route, acquired, turns.nextOf(turn), stopping),
    );

  const hinder = (message: ReservedMessage, hindrance: Hindrance) =>
    work(message, async () => {
      const attempt = toHinderedAttempt(message, lane, hindrance);
      await recordAttempt(attempt);
      return attempt.retryInMs;
    });

  /**
   * Returns messages to the queue for other workers, whose carriers may be usable. If other carriers are usable here, the
   * messages are retried after a delay.
   */
  async function giveBack(list: WaitingMessage[]): Promise<void> {
    const delayMs = routing.isUsable() && !stopping.aborted ? blockedDelayMs : 0;
    const ids = list.map(({ message }) => message.id);
    for (const id of ids) reserved.delete(id);
    if (delayMs === 0) for (const { userId } of list) mayHaveMore.delete(userId);
    try {
      await releaseMessages(ids, delayMs);
      if (delayMs > 0) for (const id of ids) waiting.addMessage(id);
    } catch (error) {
      logger.warn({ error, lane }, 'messages could not be given back');
      recovery.soon();
    }
    wakeOthers([...new Set(list.map(({ userId }) => userId))]);
    // One that became usable meanwhile found them not given back yet.
    if (list.some(({ carriers }) => carriers.some((one) => one.usable()))) carrierUsable();
  }

  /** After `stopping`: waits for messages being submitted, and returns the others to the queue. */
  async function close(): Promise<void> {
    while (running.size > 0) await Promise.allSettled(running);
    const left = turns.drain();
    if (left.length > 0) await giveBack(left);
  }

  return { name: `delivery of ${lane}`, load: turns.load, wake, carrierUsable, reroute, close };
}

export type Dispatcher = ReturnType<typeof createDispatcher>;
