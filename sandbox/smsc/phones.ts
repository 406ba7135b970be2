import type { BehaviourName } from './behaviour.ts';
import { joinSegment, openMessage, type PhoneMessage } from './phone-message.ts';
import type { Segment } from './segment.ts';

/** The messages of one number, newest first. */
export type Conversation = { number: string; messages: PhoneMessage[] };

export type Phones = ReturnType<typeof createPhones>;

const mostMessages = 10_000;
const mostPerNumber = 50;

/**
 * All phones of the network with their messages.
 *
 * All messages are in one ring buffer, which bounds memory for any number of phones; each number also has a
 * short list.
 *
 * @param changed called after each change
 */
export function createPhones(changed: () => void) {
  let ring: (PhoneMessage | undefined)[] = [];
  let perNumber = new Map<string, PhoneMessage[]>();
  let serial = 0;

  /** Deletes the oldest message of a number, or does nothing if it is not `only`. */
  function deleteOldest(number: string, only?: PhoneMessage): void {
    const messages = perNumber.get(number);
    const oldest = messages?.[0];
    if (!messages || !oldest || (only && oldest !== only)) return;
    messages.shift();
    ring[oldest.serial % mostMessages] = undefined;
    if (messages.length === 0) perNumber.delete(number);
  }

  function store(message: PhoneMessage): void {
    const slot = message.serial % mostMessages;
    const overwritten = ring[slot];
    if (overwritten) deleteOldest(overwritten.to, overwritten);
    ring[slot] = message;
    const messages = perNumber.get(message.to);
    if (!messages) perNumber.set(message.to, [message]);
    else if (messages.push(message) > mostPerNumber) deleteOldest(message.to);
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
    /** Adds a segment to its message, and returns that. */
    receive(segment: Segment, behaviour: BehaviourName): PhoneMessage {
      const open = segment.part && perNumber.get(segment.to);
      let message = open?.findLast((one) => joinSegment(one, segment));
      if (!message) {
        serial += 1;
        message = openMessage(segment, behaviour, serial);
        store(message);
      }
      changed();
      return message;
    },
    conversation,
    newestFirst,
    /**
     * Conversations, most recent first.
     *
     * @param digits only numbers that contain them
     */
    conversations(limit: number, digits = ''): Conversation[] {
      const numbers = new Set<string>();
      for (const { to } of newestFirst()) {
        if (numbers.size >= limit) break;
        if (to.includes(digits)) numbers.add(to);
      }
      return [...numbers].map(conversation);
    },
    /** Number of phones with messages. */
    numbers: (): number => perNumber.size,
    clear(): void {
      ring = [];
      perNumber = new Map();
      changed();
    },
  };
}
