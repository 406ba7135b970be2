import { wakeUpJob } from '#domain/messaging/jobs.ts';
import { createReservationRecovery } from '#domain/shared/reservation-recovery.ts';
import { logger } from '#platform/logger.ts';
import { enqueue } from '#platform/queue.ts';
import type { Lane } from '../carriers/contract.ts';
import { checkBeforeSubmit, type SubmitFinding } from '../check-before-submit.ts';
import type { ReservedMessage } from '../contract.ts';
import { deliverMessage, toBlockedAttempt } from '../deliver-message.ts';
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
const batchLimits = { least: 2, most: 200 };

/** If an account has no usable carrier, a worker wakes it up again after this delay, in milliseconds. */
const noCarrierDelayMs = 2_000;

/**
 * Delay before a message is tried again, in milliseconds, if the message could not be checked, or if none of its
 * carriers is usable while other carriers are. During the delay, the worker can reserve other messages of the account.
 */
const blockedDelayMs = 10_000;

/**
 * Longest delay for which this worker sets a timer, in milliseconds. For messages that are due later, the reconciler wakes up
 * the account, because a hundred thousand messages may be waiting for the morning.
 */
const longestTimerMs = 600_000;

/** A message that waits for a slot of its route's carriers. */
type WaitingMessage = Turn & { message: ReservedMessage; route: MessageRoute };

/**
 * What happened to a batch of messages. `all`: all messages that may be sent now wait for slots. `some`: only some of
 * them wait for slots; the others were released, because they have no usable carrier. `unchecked`: the messages could
 * not be checked, and all were released.
 */
type Admitted = 'all' | 'some' | 'unchecked';

type Options = {
  lane: Lane;
  routing: Pick<Routing, 'choose' | 'isUsable' | 'rate'>;
  stopping: AbortSignal;
};

/**
 * Maximum number of accounts, and of messages, to remember. Further accounts and messages are only retried after their delay.
 */
const maxRemembered = 10_000;

/** Remembers the accounts and messages that this worker released because none of their carriers was usable. */
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

    /** Makes all remembered messages due at once, and clears both lists. @returns the accounts, which the caller may wake up */
    async release(): Promise<string[]> {
      const [users, ids] = [[...accounts], [...messages]];
      accounts.clear();
      messages.clear();
      await hastenMessages(ids).catch((error) =>
        logger.warn({ error }, 'could not end the delay of messages that waited for a carrier'),
      );
      return users;
    },
  };
}

/**
 * Delivers the messages of one lane; accounts take turns.
 *
 * An account is woken up when it may have messages. Then this worker reserves a batch of messages, and the next batch when half
 * of the messages are left. Each message waits for the first usable carrier of its route. A carrier gives its slots round-robin
 * to all accounts that wait for it.
 */
export function createDispatcher({ lane, routing, stopping }: Options) {
  /** Accounts for which a reservation is running; true if the account has been woken up again since the reservation began. */
  const reserving = new Map<string, boolean>();
  /** Accounts that may have more messages than are reserved. */
  const mayHaveMore = new Set<string>();
  /** The messages that this worker has reserved, by id, with the number of the reservation. */
  const reserved = new Map<string, number>();
  /** The promises for which shutdown waits. */
  const running = new Set<Promise<void>>();
  /** Accounts and messages that this worker leaves to other workers until a carrier of this worker becomes usable. */
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

  const recovery = createReservationRecovery<string>({
    ...{ wake, track, releaseUnknown: () => releaseUnknown(lane, [...reserved.keys()]) },
    onFailure: (error) => logger.warn({ error, lane }, 'messages could not be reserved'),
  });

  /**
   * How many messages of an account to reserve at once: its share of the messages that all carriers together accept in a
   * second, within `batchLimits`.
   */
  const batchSize = () => {
    const share = Math.ceil(routing.rate() / (turns.accounts() + 1));
    return Math.min(batchLimits.most, Math.max(batchLimits.least, share));
  };

  /** Called when an account may have due messages. Cheap and idempotent: concurrent calls share one reservation. */
  function wake(userId: string): void {
    if (stopping.aborted || !routing.isUsable()) {
      wakeOthers([userId]);
    } else if (reserving.has(userId)) {
      reserving.set(userId, true);
    } else if (turns.waiting(userId) > batchSize() / 2) {
      mayHaveMore.add(userId);
    } else {
      track(reserveBatches(userId));
    }
  }

  /**
   * Enqueues jobs that wake the accounts up on any worker. During shutdown it enqueues them at once, otherwise after
   * `noCarrierDelayMs`.
   */
  function wakeOthers(userIds: string[]): void {
    const payloads = userIds.map((userId) => ({ userId }));
    for (const userId of userIds) waiting.addAccount(userId);
    const wakeUp = () => void enqueue(wakeUpJob[lane], payloads);
    // A timer is better than a delayed job for two reasons: a worker whose clock is hours ahead would delay the job by hours;
    // and each account has only one job, so a delayed job would suppress an immediate job.
    if (stopping.aborted) wakeUp();
    else setTimeout(wakeUp, noCarrierDelayMs).unref();
  }

  /**
   * Called when a carrier becomes usable. Messages that may use this carrier no longer wait for the end of a delay, or for a
   * later carrier of their route.
   */
  function carrierUsable(): void {
    turns.move();
    const isWorking = routing.isUsable() && !stopping.aborted;
    if (isWorking && !waiting.isEmpty()) track(wakeWaiting());
  }

  async function wakeWaiting(): Promise<void> {
    for (const userId of await waiting.release()) wake(userId);
  }

  /** Applies changed carriers or routes to the waiting messages. */
  function reroute(): void {
    turns.move((turn) => {
      // A message that a carrier has refused keeps its route, and tries the next carriers of this route.
      if (!turn.resume) Object.assign(turn, routeOf(turn.message));
    });
    carrierUsable();
  }

  function routeOf(message: ReservedMessage): Pick<WaitingMessage, 'route' | 'carriers'> {
    const route = routing.choose(message, lane);
    return { route, carriers: route.carriers };
  }

  function wakeLater(userId: string, delayMs: number): void {
    // The timer does not keep the process alive, because other workers find messages that are due later.
    setTimeout(() => wake(userId), delayMs).unref();
  }

  /** Reserves a batch, and another batch if few messages of the account are reserved and it may have more. */
  async function reserveBatches(userId: string): Promise<void> {
    try {
      let isFull = false;
      let admitted: Admitted;
      do {
        reserving.set(userId, false);
        const most = batchSize();
        const messages = await reserveMessages(userId, most, lane);
        for (const { id, reservation } of messages) reserved.set(id, reservation);
        admitted = await admit(userId, messages);
        if (admitted === 'unchecked') break;
        isFull = messages.length >= most;
        if (isFull) mayHaveMore.add(userId);
        else mayHaveMore.delete(userId);
        // After `some` the loop stops. Otherwise it would reserve again the messages that were just released.
      } while (admitted === 'all' && isShort(userId, isFull) && !stopping.aborted);
      if (reserving.get(userId)) mayHaveMore.add(userId);
    } catch (error) {
      recovery.failed(userId, userId, error);
    } finally {
      reserving.delete(userId);
    }
  }

  /**
   * Whether to reserve the next batch at once. If no message of a full batch may be sent, nothing else would trigger the next
   * reservation.
   */
  const isShort = (userId: string, isFull: boolean) =>
    isFull ? turns.waiting(userId) === 0 : reserving.get(userId) === true;

  /** Lets messages that may be sent wait for slots, and records the outcome of the others. */
  async function admit(userId: string, messages: ReservedMessage[]): Promise<Admitted> {
    try {
      const findings = await checkBeforeSubmit(userId, messages);
      const isComplete = turns.add(messages.filter((one) => !findings.has(one)).map(toTurn));
      // Waits until the findings are recorded, so that a hundred thousand blocked messages are recorded batch by batch.
      await Promise.all([...findings].map(([message, finding]) => block(message, finding)));
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

  const block = (message: ReservedMessage, finding: SubmitFinding) =>
    work(message, async () => {
      const attempt = toBlockedAttempt(message, lane, finding);
      await recordAttempt(attempt);
      return attempt.retryInMs;
    });

  /**
   * Puts unsubmitted messages back into the queue, because another worker may have a usable carrier for them. If this worker
   * has a usable carrier for other messages, the returned messages become due after `blockedDelayMs`. Otherwise this worker
   * would immediately reserve them again.
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
      logger.warn({ error, lane }, 'could not return messages to the queue');
      recovery.soon();
    }
    wakeOthers([...new Set(list.map(({ userId }) => userId))]);
    // If a carrier became usable before this point, `carrierUsable` did not see these messages yet.
    if (list.some(({ carriers }) => carriers.some((one) => one.usable()))) carrierUsable();
  }

  /**
   * Waits for the messages that are being submitted, and returns the others to the queue. Call this function after `stopping`
   * has aborted.
   */
  async function close(): Promise<void> {
    while (running.size > 0) await Promise.allSettled(running);
    const left = turns.drain();
    if (left.length > 0) await giveBack(left);
  }

  return { name: `delivery of ${lane}`, load: turns.load, wake, carrierUsable, reroute, close };
}

export type Dispatcher = ReturnType<typeof createDispatcher>;
