import { z } from 'zod';

const tlvSchema = z.object({
  /** The TLV's tag, e.g. 5120 (0x1400). Carriers use the vendor range differently, so it is configured. */
  tag: z.number().int().min(0x1400).max(0x3fff),
  type: z.enum(['octets', 'cstring']).default('octets'),
  source: z.enum(['entity', 'template', 'telemarketer', 'chain']),
});

const carrierSchema = z.object({
  name: z.string().regex(/^[a-z0-9-]{1,32}$/),
  host: z.string(),
  port: z.number().int().min(1).max(65535),
  systemId: z.string().min(1).max(15),
  password: z.string().max(8),
  systemType: z.string().max(12).default(''),
  tls: z.boolean().default(false),
  /** Submits that may wait for an answer at once. */
  window: z.number().int().min(1).max(1000).default(10),
  /** Part of the window that only one-time passwords may use. */
  otpShare: z.number().min(0).max(0.9).default(0.2),
  /** Submits per second that the carrier's licence allows. */
  rate: z.number().int().min(1).default(100),
  responseTimeoutMs: z.number().int().min(10).default(15_000),
  enquireLinkMs: z.number().int().min(10).default(30_000),
  /** How the carrier writes message ids: some answer a submit in hex and send receipts in decimal. */
  submitIdFormat: z.enum(['text', 'hex', 'decimal']).default('text'),
  receiptIdFormat: z.enum(['text', 'hex', 'decimal']).default('text'),
  /** DLT identifiers (TCCCPR 2018), sent in the TLVs below; ids are strings of 19 digits. */
  entityId: z.string().optional(),
  telemarketerIds: z.array(z.string()).default([]),
  tlvs: z.array(tlvSchema).default([]),
  /** Vendor refusals (0x400–0x4FF) that this carrier means as temporary; others are final. */
  temporaryStatuses: z.array(z.number().int()).default([]),
});

export type CarrierConfig = z.infer<typeof carrierSchema>;

/** `CARRIERS`: a JSON array, in the order in which the carriers are tried. */
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
    .array(carrierSchema)
    .min(1)
    .refine((list) => new Set(list.map((c) => c.name)).size === list.length, 'names must differ'),
);

/** A carrier with the defaults for what is left out. */
export const parseCarrier = (carrier: z.input<typeof carrierSchema>): CarrierConfig =>
  carrierSchema.parse(carrier);
