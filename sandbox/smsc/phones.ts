import type { BehaviourName } from './behaviour.ts';
import { joinSegment, openMessage, type PhoneMessage } from './phone-message.ts';
import type { Segment } from './segment.ts';

/** The messages of one number, newest first. */
export type Conversation = { number: string; messages: PhoneMessage[] };

export type Phones = ReturnType<typeof createPhones>;

const mostMessages = 10_000;
const mostPerNumber = 50;

/**
 * Every phone on the network, and what it received.
 *
 * All messages lie in one ring, so memory has a bound however many numbers there are; each number
 * has its own short list beside it.
 *
 * @param changed called after each change
 */
export function createPhones(changed: () => void) {
  let ring: (PhoneMessage | undefined)[] = [];
  let perNumber = new Map<string, PhoneMessage[]>();
  let serial = 0;

  /** Forgets the oldest message of a number, if it is `only` or no one was named. */
  function forgetOldest(number: string, only?: PhoneMessage): void {
    const messages = perNumber.get(number);
    const oldest = messages?.[0];
    if (!messages || !oldest || (only && oldest !== only)) return;
    messages.shift();
    ring[oldest.serial % mostMessages] = undefined;
    if (messages.length === 0) perNumber.delete(number);
  }

  function keep(message: PhoneMessage): void {
    const slot = message.serial % mostMessages;
    const overwritten = ring[slot];
    if (overwritten) forgetOldest(overwritten.to, overwritten);
    ring[slot] = message;
    const messages = perNumber.get(message.to);
    if (!messages) perNumber.set(message.to, [message]);
    else if (messages.push(message) > mostPerNumber) forgetOldest(message.to);
  }

  /** All messages, newest first. */
  function* newestFirst(): Generator<PhoneMessage> {
    for (let i = 0; i < mostMessages && serial - i > 0; i += 1) {
      const message = ring[(serial - i) % mostMessages];
      if (message) yield message;
    }
  }

  const conversation = (number: string): Conversation => ({
    number,
    messages: [...(perNumber.get(number) ?? [])].reverse(),
  });

  return {
    /** Adds one segment, joined to the message it is part of. */
    receive(segment: Segment, behaviour: BehaviourName): void {
      const open = segment.part && perNumber.get(segment.to);
      if (!open?.findLast((message) => joinSegment(message, segment))) {
        serial += 1;
        keep(openMessage(segment, behaviour, serial));
      }
      changed();
    },
    conversation,
    newestFirst,
    /**
     * Conversations in which something came last, first.
     *
     * @param digits only numbers that contain these
     */
    conversations(limit: number, digits = ''): Conversation[] {
      const numbers = new Set<string>();
      for (const { to } of newestFirst()) {
        if (numbers.size >= limit) break;
        if (to.includes(digits)) numbers.add(to);
      }
      return [...numbers].map(conversation);
    },
    /** How many numbers have messages. */
    numbers: (): number => perNumber.size,
    clear(): void {
      ring = [];
      perNumber = new Map();
      changed();
    },
  };
}
