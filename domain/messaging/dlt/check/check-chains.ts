import type { ChainRule } from '#domain/messaging/delivery/carriers/chain-rule.ts';
import type { Check } from './check-types.ts';
import { type Finding, type FindingCode, finding, verdictCatalogue } from './verdicts.ts';

/**
 * Whether the entity's chains of telemarketers are as the carriers demand. Over which one a message goes is not known yet:
 * if one takes it, the others are a warning.
 */
export function checkChains(check: Check): Finding | null {
  const { profile, warnings } = check;
  const found = profile.chains.flatMap((rule) => {
    const code = findProblem(check, rule);
    return code ? { code, carrier: rule.carrier } : [];
  });
  const [first] = found;
  if (!first) return null;
  const { code } = first;
  const names = found.filter((one) => one.code === code).map(({ carrier }) => carrier);
  const detail = `${verdictCatalogue[code]} It is about ${names.slice(0, 5).join(', ')}.`;
  const about = finding(code, 'entity_id', { detail });
  if (found.length === profile.chains.length) return about;
  warnings.push(about);
  return null;
}

function findProblem(
  { registry, identities }: Check,
  { carrier, isRequired, maxTelemarketers }: ChainRule,
): FindingCode | null {
  const chain = registry.chains.find(
    (one) => one.carrier === carrier && one.entityId === identities.entityId,
  );
  // Without an approved one the carrier's own telemarketers stand for it, where they may.
  if (!chain?.isApproved && !isRequired) return null;
  if (!chain) return 'dlt_chain_missing';
  if (!chain.isApproved) return 'dlt_chain_not_approved';
  return chain.telemarketerIds.length > maxTelemarketers ? 'dlt_chain_too_long' : null;
}
