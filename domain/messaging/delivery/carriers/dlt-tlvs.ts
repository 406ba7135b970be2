import { createHash } from 'node:crypto';
import { dltErrorTexts } from '#domain/shared/dlt-error-texts.browser.ts';
import type { CarrierConfig } from './carrier-config.ts';
import { type ChainRule, toChainRule } from './chain-rule.ts';
import type { Submit } from './contract.ts';
import type { VendorTlv } from './submit-pdu.ts';

type Source = CarrierConfig['tlvs'][number]['source'];
type Identities = Pick<
  CarrierConfig,
  'name' | 'entityId' | 'telemarketerIds' | 'tlvs' | 'chain' | 'maxTelemarketers'
>;

/** Why a carrier takes no message of this identity: the code of a verdict, and its sentence. */
type IdentityProblem = `${'sender_not_registered' | `dlt_chain_${string}`}: ${string}`;

/**
 * The hash that represents the chain from the principal entity to the last telemarketer, required
 * by TRAI since December 2024: SHA-256 in hex over `PEID,TMID[,TMID2…]`.
 */
export function chainHash(entityId: string, telemarketerIds: readonly string[]): string {
  return createHash('sha256')
    .update([entityId, ...telemarketerIds].join(','))
    .digest('hex');
}

/** Of a message, what its TLVs say. */
export type DltIdentity = Pick<Submit, 'templateId' | 'entityId' | 'chains'>;

/**
 * Prepares the TLVs in which Indian carriers require the DLT identities (TCCCPR 2018).
 *
 * @param config tags and types differ between carriers. Its entity is the installation's, for messages without one of their
 *   account; its telemarketers are the chain of every entity that has registered none for this carrier
 * @returns for a message, the TLVs of a submit; the template's is omitted if it has none. Or why the carrier, which would
 *   reject it, is not given it
 */
export function prepareDltTlvs(
  config: Identities,
): (message: DltIdentity) => VendorTlv[] | IdentityProblem {
  const { name, entityId: ownEntity, telemarketerIds, tlvs } = config;
  const rule = toChainRule(config);
  const prepared = tlvs.map(({ tag, type, source }) => ({
    tag,
    source,
    encode: (text: string) => Buffer.from(type === 'cstring' ? `${text}\0` : text, 'latin1'),
  }));
  const canLend = canSendForInstallation(config);
  /** Of the installation's identity. */
  const fixed = new Map<Source, string>();
  for (const { source } of prepared) {
    if (source === 'template' || !canLend) continue;
    fixed.set(source, toText(source, ownEntity ?? '', telemarketerIds));
  }
  return ({ templateId, entityId, chains }) => {
    const chain = chains?.[name];
    const problem =
      entityId === null ? !canLend && notForInstallation : findChainProblem(chain, rule);
    if (problem) return problem;
    return prepared.flatMap(({ tag, source, encode }) => {
      if (source === 'template') {
        return templateId === null ? [] : { tag, value: encode(templateId) };
      }
      const text =
        entityId === null
          ? (fixed.get(source) as string)
          : toText(source, entityId, chain ?? telemarketerIds);
      return { tag, value: encode(text) };
    });
  };
}

const notForInstallation: IdentityProblem =
  'sender_not_registered: This carrier takes only messages of accounts with an approved header of their own.';

/** Whether a carrier has what its TLVs say of messages under the installation's identity. */
export function canSendForInstallation({
  entityId,
  telemarketerIds,
  tlvs,
}: Pick<Identities, 'entityId' | 'telemarketerIds' | 'tlvs'>): boolean {
  return tlvs.every(({ source }) => {
    const hasEntity = source === 'telemarketer' || source === 'template' || Boolean(entityId);
    const hasChain = source === 'entity' || source === 'template' || telemarketerIds.length > 0;
    return hasEntity && hasChain;
  });
}

/** @param chain the approved one of the message's entity */
function findChainProblem(
  chain: readonly string[] | undefined,
  { isRequired, maxTelemarketers }: ChainRule,
): IdentityProblem | null {
  if (!chain) return isRequired ? toProblem('dlt_chain_missing') : null;
  return chain.length > maxTelemarketers ? toProblem('dlt_chain_too_long') : null;
}

const toProblem = (code: 'dlt_chain_missing' | 'dlt_chain_too_long'): IdentityProblem =>
  `${code}: ${dltErrorTexts[code]}`;

function toText(
  source: Exclude<Source, 'template'>,
  entityId: string,
  telemarketerIds: readonly string[],
): string {
  if (source === 'entity') return entityId;
  return source === 'telemarketer'
    ? telemarketerIds.join(',')
    : chainHash(entityId, telemarketerIds);
}
