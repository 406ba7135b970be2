import type { CarrierConfig } from './carrier-config.ts';

/** What a carrier demands of the chains of telemarketers of accounts' entities. */
export type ChainRule = {
  carrier: string;
  /** Whether each entity needs one of its own. */
  isRequired: boolean;
  maxTelemarketers: number;
};

type Profile = Pick<
  CarrierConfig,
  'name' | 'chain' | 'maxTelemarketers' | 'tlvs' | 'telemarketerIds'
>;

/** A carrier that is to be named telemarketers and has none of its own needs those of each entity. */
export function toChainRule(profile: Profile): ChainRule {
  const { name, chain, maxTelemarketers, tlvs, telemarketerIds } = profile;
  const isNamed = tlvs.some(({ source }) => source === 'telemarketer' || source === 'chain');
  const isRequired = chain === 'required' || (isNamed && telemarketerIds.length === 0);
  return { carrier: name, isRequired, maxTelemarketers };
}
