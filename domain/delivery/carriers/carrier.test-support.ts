import { onTestFinished, vi } from 'vitest';
import { type CarrierConfig, carrierListSchema } from './carrier-config.ts';
import type { Carrier, CarrierEvents, Lane, Submit, SubmitOutcome } from './contract.ts';
import { openCarrier } from './open-carrier.ts';

/** A carrier as `CARRIERS` describes it. */
type Given = Partial<Omit<CarrierConfig, 'binds'>> & {
  host?: string;
  port?: number;
  systemType?: string;
  tls?: boolean;
  binds?: Record<string, unknown>[];
};

/** Returns a carrier's settings with their defaults. */
function carrierConfig(given: Given): CarrierConfig {
  const settings = { name: 'test', host: '127.0.0.1', port: 1, systemId: 'us', password: 'secret' };
  const [config] = carrierListSchema.parse([{ ...settings, rate: 10_000, ...given }]);
  if (!config) throw new Error('One carrier in, one out');
  return config;
}

/** Opens a carrier that is closed when the test ends. */
export function openTestCarrier(given: Given, events: Partial<CarrierEvents> = {}): Carrier {
  const nothing = {
    onReceipt: async () => undefined,
    onUnread: async () => undefined,
    onLateResponse: () => undefined,
  };
  const carrier = openCarrier(carrierConfig(given), { ...nothing, ...events });
  onTestFinished(() => carrier.close());
  return carrier;
}

export async function untilUsable(carrier: Carrier): Promise<void> {
  await vi.waitUntil(() => carrier.usable(), { timeout: 5_000, interval: 5 });
}

/** Opens a carrier, and waits until it is bound. */
export async function openBoundCarrier(
  given: Given,
  events: Partial<CarrierEvents> = {},
): Promise<Carrier> {
  const carrier = openTestCarrier(given, events);
  await untilUsable(carrier);
  return carrier;
}

/** A submit of one short segment. */
export function aSubmit(given: Partial<Submit> = {}): Submit {
  return {
    recipient: '919876543210',
    sender: 'DAKIYA',
    dataCoding: 0,
    text: Buffer.from('Hello'),
    segments: 1,
    header: null,
    reference: 1,
    validitySeconds: 300,
    templateId: null,
    entityId: null,
    chains: null,
    livemode: true,
    ...given,
  };
}

/** Acquires a slot, submits once and releases the slot. @returns null if there was no slot */
export async function submitOnce(
  carrier: Carrier,
  given: Partial<Submit> = {},
  lane: Lane = 'messages',
): Promise<SubmitOutcome | null> {
  const slot = await carrier.acquire(lane);
  if (!slot) return null;
  try {
    return await slot.submit(aSubmit(given));
  } finally {
    slot.release();
  }
}

/** Creates a latch, which blocks work until the test opens the latch. */
export function createLatch(): { open: () => void; opened: Promise<void> } {
  let open: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open?.(), opened };
}
