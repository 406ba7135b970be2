import { z } from 'zod';
import { type BehaviourSwitch, createBehaviourSwitch } from '../state.ts';
import { optionalWhole } from '../web/server.ts';

/** Configuration of a provider. Times are in milliseconds. */
export type PaymentsOptions = {
  /** The provider's only API key. */
  keyId: string;
  keySecret: string;
  /** Signs webhooks. */
  webhookSecret: string;
  /** The URL to which webhooks are sent; null if none is configured. */
  webhookUrl: string | null;
  webhookTimeoutMs: number;
  /** Delay of the first retry of a webhook. Each further delay is twice as long. */
  webhookRetryMs: number;
  /** Maximum number of attempts per webhook. */
  webhookTries: number;
  /** Delay of a slow response. */
  slowAnswerMs: number;
  /** Time until a pending refund is settled. */
  refundAfterMs: number;
};

export const defaultOptions: PaymentsOptions = {
  keyId: 'rzp_test_dakiya',
  keySecret: 'sandbox',
  webhookSecret: 'sandbox',
  webhookUrl: null,
  webhookTimeoutMs: 5_000,
  webhookRetryMs: 1_000,
  webhookTries: 6,
  slowAnswerMs: 15_000,
  refundAfterMs: 1_000,
};

type Behaviours = Record<string, readonly [label: string, description: string]>;

/** The provider's behaviours, including faults for tests, by the part of the provider that they affect. */
const behaviours = {
  webhooks: {
    normal: ['Normal', 'Sent immediately, in order.'],
    late: ['Late', 'Sent after the set number of milliseconds.'],
    twice: ['Twice', 'Sent twice at the same moment, with one event id.'],
    'out-of-order': [
      'Out of order',
      'Sent after other events of the same change, in reverse order.',
    ],
    never: ['Never', 'Not sent.'],
    held: ['Held', 'Held until released.'],
  },
  payments: {
    normal: ['Normal', 'Captured.'],
    declined: ['Declined', 'Fails, although Pay was pressed.'],
    authorized: ['Authorized only', 'Not captured until requested.'],
    'fee-on-top': ['Fee on top', 'Captured with the fee, which the customer pays.'],
    'with-offer': ['With an offer', 'Captured for a tenth less, by an offer.'],
    'wrong-amount': ['Wrong amount', 'Captured for ₹1.'],
    'wrong-currency': ['Wrong currency', 'Captured in US dollars.'],
  },
  refunds: {
    normal: ['Normal', 'Processed immediately.'],
    pending: ['Pending first', 'Pending, and processed a second later.'],
    failed: ['Failed', 'Pending, and failed a second later.'],
    'under-way': ['In progress', 'Created, but the response is 409, as for a repeated request.'],
  },
  api: {
    normal: ['Normal', 'Responds normally.'],
    error: ['Error', 'Responds with 500 and does nothing.'],
    'not-json': ['Not JSON', 'Responds with 502 and an HTML page, and does nothing.'],
    slow: ['Slow', 'Done immediately, but the response takes 15 seconds.'],
    dropped: ['Dropped', 'Closes the connection and does nothing.'],
    'answer-lost': ['Response lost', 'Done, but the connection closes before the response.'],
  },
} as const satisfies Record<string, Behaviours>;

export type SettingName = keyof typeof behaviours;
export type BehaviourOf<Name extends SettingName> = keyof (typeof behaviours)[Name] & string;

export const settingNames = Object.keys(behaviours) as SettingName[];

export function listBehaviours(setting: SettingName) {
  const all: Behaviours = behaviours[setting];
  return Object.entries(all).map(([name, [label, description]]) => ({ name, label, description }));
}

/** The next behaviour of each part of the provider. */
export type FaultSettings = { [Name in SettingName]: BehaviourSwitch<BehaviourOf<Name>> };

export function createFaultSettings(changed: () => void): FaultSettings {
  return {
    webhooks: createBehaviourSwitch<BehaviourOf<'webhooks'>>(changed),
    payments: createBehaviourSwitch<BehaviourOf<'payments'>>(changed),
    refunds: createBehaviourSwitch<BehaviourOf<'refunds'>>(changed),
    api: createBehaviourSwitch<BehaviourOf<'api'>>(changed),
  };
}

const settingSchema = <Name extends SettingName>(name: Name) =>
  z
    .object({
      behaviour: z.enum(Object.keys(behaviours[name]) as BehaviourOf<Name>[]),
      count: optionalWhole(1, 1_000_000),
      ms: optionalWhole(0, 600_000),
    })
    .optional();

/** The changes that JSON can make. Each form makes one of them. */
export const changeSchema = z.strictObject({
  webhooks: settingSchema('webhooks'),
  payments: settingSchema('payments'),
  refunds: settingSchema('refunds'),
  api: settingSchema('api'),
  /** True releases all held webhooks. A string sends the event with this id. */
  deliver: z.union([z.literal(true), z.string()]).optional(),
  reset: z.literal(true).optional(),
});

/** Applies the settings that are present. */
export function applySettings(settings: FaultSettings, change: z.output<typeof changeSchema>) {
  for (const name of settingNames) {
    const wanted = change[name];
    const setting = settings[name] as BehaviourSwitch<string>;
    if (wanted) setting.set(wanted.behaviour, wanted.count, wanted.ms ?? undefined);
  }
}
