import { z } from 'zod';
import { chainShape } from '#domain/dlt/check/profile.ts';
import { errorText, receiptErrorShape } from '#domain/dlt/operator-verdicts/receipt-errors.ts';

/**
 * The categories of messages. Operators have different rules for advertising and for messages that the recipient asked
 * for (TCCCPR 2018).
 */
export const categories = ['transactional', 'promotional'] as const;

export type Category = (typeof categories)[number];

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is a time such as 09:30');

/** What it means if this carrier refuses a submit with a status, and the text that we show for this status. */
const submitErrorSchema = z.strictObject({
  status: z.int().min(1).max(0xffff_ffff),
  means: z
    .enum(['throttled', 'temporary', 'limited_retry', 'other_carrier', 'permanent'])
    .optional(),
  text: errorText.optional(),
});

/** When to ask the carrier for missing receipts with `query_sm`. */
const queriesSchema = z.strictObject({
  /**
   * Seconds to wait for a receipt before the first query. Each further query about the segment waits three times as long as
   * the one before.
   */
  afterSeconds: z.int().min(1).max(86_400).default(600),
  /** Queries per second of all workers together. */
  perSecond: z.int().min(1).max(100).default(5),
});

/** The settings of a carrier other than its connections. They are stored in the column `carriers.profile`. */
export const profileSchema = z.object({
  /** How many submits may await their response at the same time, per connection. */
  window: z.number().int().min(1).max(1000).default(10),
  /** Share of the window (0 to 0.9) that only one-time passwords may use. */
  otpShare: z.number().min(0).max(0.9).default(0.2),
  /** Submits per second that the carrier's licence allows. */
  rate: z.number().int().min(1).default(100),
  /** Categories of messages that may be sent over this carrier. */
  categories: z
    .array(z.enum(categories))
    .min(1)
    .default([...categories]),
  /** Hours, in India's time, in which messages may be sent over this carrier. */
  hours: z.strictObject({ from: timeOfDay, to: timeOfDay }).optional(),
  /** Price of a segment, in paise. In each step of a route, carriers without a weight are tried cheapest first. */
  pricePaise: z.number().min(0).max(100_000).optional(),
  responseTimeoutMs: z.number().int().min(10).max(600_000).default(15_000),
  enquireLinkMs: z.number().int().min(10).max(600_000).default(30_000),
  /**
   * How the carrier writes message ids. Some carriers write the id in hex in the response to a submit, and in decimal in
   * receipts.
   */
  submitIdFormat: z.enum(['text', 'loose', 'hex', 'decimal']).default('text'),
  receiptIdFormat: z.enum(['text', 'loose', 'hex', 'decimal']).default('text'),
  /** The meaning of the unusual state words in this carrier's receipts. The keys are the words, in capitals. */
  receiptStates: z
    .record(
      z.string().regex(/^[A-Z_]{1,16}$/, 'is 1 to 16 capitals'),
      z.enum(['delivered', 'undelivered', 'enroute']),
    )
    .default({}),
  /** DLT identifiers (TCCCPR 2018), sent in the TLVs below; ids are strings of 19 digits. */
  entityId: z.string().max(64).optional(),
  ...chainShape,
  /** Vendor statuses (0x400–0x4FF) that are temporary at this carrier; other vendor statuses are final. */
  temporaryStatuses: z.array(z.number().int()).max(256).default([]),
  /** Statuses of refused submits with another meaning at this carrier. This list takes precedence over `temporaryStatuses`. */
  submitErrors: z.array(submitErrorSchema).max(512).default([]),
  ...receiptErrorShape,
  /**
   * The alphabet of texts that need no UCS-2: unpacked septets with data_coding 0, Latin-1 with data_coding 3, or Latin-1
   * with data_coding 0, which is the SMSC's own alphabet (SMPP 3.4 §5.2.19).
   */
  alphabet: z.enum(['gsm', 'latin1', 'latin1_default']).default('gsm'),
  /** The format of `validity_period`. With `none` it stays empty, and the carrier decides how long it tries to deliver. */
  validity: z.enum(['relative', 'absolute', 'none']).default('relative'),
  /**
   * Whether the carrier sends a receipt for each segment of a long text, or one receipt for the whole text, with the id of any
   * segment.
   */
  receiptsPerText: z.enum(['each_segment', 'one']).default('each_segment'),
  /**
   * How a long text is sent: as segments, linked by a user data header (`udh`) or by the `sar_` TLVs (`sar`); or as a whole in
   * `message_payload`, which the carrier splits (`payload`).
   */
  longText: z.enum(['udh', 'sar', 'payload']).default('udh'),
  /** Set this only if the carrier offers `query_sm`. Without this setting, the carrier is never queried. */
  queries: queriesSchema.optional(),
});

/** Maximum lengths by SMPP 3.4 (§5.2.1, §5.2.2). Operators also issue longer credentials, which their SMSCs accept. */
const specified = { systemId: 15, password: 8 };

const isLatin1 = (text: string) => Buffer.from(text, 'latin1').toString('latin1') === text;

const cStringOf = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\0') && isLatin1(text), 'has a character that Latin-1 lacks');

export const credentials = { systemId: cStringOf(64).min(1), password: cStringOf(64) };

/** Describes the credentials of a bind that are longer than SMPP 3.4 allows, because some SMSCs reject or truncate them. */
export const findLongCredentials = (bind: Record<keyof typeof specified, string>): string[] =>
  (['systemId', 'password'] as const)
    .filter((name) => bind[name].length > specified[name])
    .map(
      (name) => `${name} has ${bind[name].length} characters; SMPP 3.4 allows ${specified[name]}`,
    );

/** The settings of a connection. A bind that leaves a setting out uses its carrier's value. */
export const accessShape = {
  host: z.string().min(1).max(253),
  port: z.number().int().min(1).max(65535),
  ...credentials,
  systemType: z.string().max(12),
  tls: z.boolean(),
};

export const bindShape = {
  /**
   * A transceiver submits messages and gets receipts. A transmitter only submits, so the carrier needs another bind for
   * receipts.
   */
  mode: z.enum(['transceiver', 'transmitter', 'receiver']).default('transceiver'),
  /** How many connections of this bind each worker opens. */
  connections: z.number().int().min(1).max(16).default(1),
};

/** One bind of a carrier. Each worker opens `connections` connections of the bind. */
export type CarrierBind = z.infer<z.ZodObject<typeof bindShape & typeof accessShape>>;

/** Whether a connection may submit, and whether it gets receipts (SMPP 3.4 §2.2.1). */
export const canSubmit = ({ mode }: Pick<CarrierBind, 'mode'>) => mode !== 'receiver';
const canReceive = ({ mode }: Pick<CarrierBind, 'mode'>) => mode !== 'transmitter';

/** A carrier with its connections, as workers use it. */
export type CarrierConfig = { name: string; binds: CarrierBind[] } & z.infer<typeof profileSchema>;

const shape = z.object({
  name: z.string().regex(/^[a-z0-9-]{1,32}$/, 'is 1 to 32 of a–z, 0–9 and -'),
  ...accessShape,
  systemType: accessShape.systemType.default(''),
  tls: accessShape.tls.default(false),
  binds: z
    .array(z.strictObject({ ...bindShape, ...z.object(accessShape).partial().shape }))
    .min(1)
    .max(8)
    .default([{ mode: 'transceiver', connections: 1 }]),
  ...profileSchema.shape,
});

const complete = (schema: typeof shape) =>
  schema
    .transform(({ host, port, systemId, password, systemType, tls, binds, ...rest }) => {
      const access = { host, port, systemId, password, systemType, tls };
      return {
        ...rest,
        binds: binds.map((bind) => ({ ...access, ...bind }) as CarrierBind),
      };
    })
    .refine(({ binds }) => binds.some(canSubmit), 'binds: none may submit')
    .refine(({ binds }) => binds.some(canReceive), 'binds: a transmitter needs a receiver');

/** `CARRIERS`: a JSON array, in the order in which the carriers are tried. Empty if all are added by commands. */
export const carrierListSchema = z.preprocess(
  (value, context) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  },
  z
    .array(complete(shape))
    .refine((list) => new Set(list.map((c) => c.name)).size === list.length, 'names must differ'),
);

const strictCarrier = complete(shape.strict() as typeof shape);

/**
 * Parses a carrier as given to `npm run carrier`, and fills in the defaults.
 *
 * @throws ZodError that names the invalid and unknown settings
 */
export const parseCarrier = (carrier: unknown): CarrierConfig => strictCarrier.parse(carrier);
