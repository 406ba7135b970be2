import { z } from 'zod';

const tlvSchema = z.object({
  /** The TLV's tag, e.g. 5120 (0x1400). Carriers use the vendor range differently, so it is configured. */
  tag: z.number().int().min(0x1400).max(0x3fff),
  type: z.enum(['octets', 'cstring']).default('octets'),
  source: z.enum(['entity', 'template', 'telemarketer', 'chain']),
});

/** What a carrier's profile says of chains of telemarketers (TCCCPR 2018), and of the TLVs that name them. */
export const chainShape = {
  telemarketerIds: z.array(z.string().max(64)).max(8).default([]),
  tlvs: z.array(tlvSchema).max(16).default([]),
  /**
   * Whether each entity of an account needs a chain of its own, which it has registered for this carrier as approved. If
   * not, `telemarketerIds` stand for that of an entity without one.
   */
  chain: z.enum(['optional', 'required']).default('optional'),
  /** How many telemarketers a chain may have: Vi accepts two. */
  maxTelemarketers: z.int().min(1).max(8).default(8),
};

type ChainProfile = z.output<z.ZodObject<typeof chainShape>>;

/** What a carrier demands of the chains of telemarketers of accounts' entities. */
export type ChainRule = {
  carrier: string;
  /** Whether each entity needs one of its own. */
  isRequired: boolean;
  maxTelemarketers: number;
};

/** A carrier that is to be named telemarketers and has none of its own needs those of each entity. */
export function toChainRule(profile: ChainProfile & { name: string }): ChainRule {
  const { name, chain, maxTelemarketers, tlvs, telemarketerIds } = profile;
  const isNamed = tlvs.some(({ source }) => source === 'telemarketer' || source === 'chain');
  const isRequired = chain === 'required' || (isNamed && telemarketerIds.length === 0);
  return { carrier: name, isRequired, maxTelemarketers };
}
