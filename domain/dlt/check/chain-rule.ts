import { z } from 'zod';

const tlvSchema = z.object({
  /**
   * The TLV's tag, for example 5120 (0x1400). It is configurable, because each carrier assigns the tags of the vendor range
   * itself.
   */
  tag: z.number().int().min(0x1400).max(0x3fff),
  type: z.enum(['octets', 'cstring']).default('octets'),
  source: z.enum(['entity', 'template', 'telemarketer', 'chain']),
});

/** The settings of a carrier's profile for chains of telemarketers (TCCCPR 2018) and for the TLVs that carry them. */
export const chainShape = {
  telemarketerIds: z.array(z.string().max(64)).max(8).default([]),
  tlvs: z.array(tlvSchema).max(16).default([]),
  /**
   * `required`: each entity needs its own chain, which its account has registered as approved for this carrier. `optional`:
   * messages of an entity without a chain are sent with `telemarketerIds`.
   */
  chain: z.enum(['optional', 'required']).default('optional'),
  /** The maximum number of telemarketers in a chain; Vi accepts two. */
  maxTelemarketers: z.int().min(1).max(8).default(8),
};

type ChainProfile = z.output<z.ZodObject<typeof chainShape>>;

/** A carrier's requirements for the telemarketer chains of accounts' entities. */
export type ChainRule = {
  carrier: string;
  /** Whether each entity needs its own chain. */
  isRequired: boolean;
  maxTelemarketers: number;
};

/**
 * Returns the chain rule of a carrier. A chain is also required if the carrier's TLVs contain telemarketers but the
 * carrier's profile has no `telemarketerIds`.
 */
export function toChainRule(profile: ChainProfile & { name: string }): ChainRule {
  const { name, chain, maxTelemarketers, tlvs, telemarketerIds } = profile;
  const isNamed = tlvs.some(({ source }) => source === 'telemarketer' || source === 'chain');
  const isRequired = chain === 'required' || (isNamed && telemarketerIds.length === 0);
  return { carrier: name, isRequired, maxTelemarketers };
}
