import { createHash } from 'node:crypto';
import type { CarrierConfig } from './carrier-config.ts';
import type { Submit } from './contract.ts';
import type { VendorTlv } from './submit-pdu.ts';

type Source = CarrierConfig['tlvs'][number]['source'];
type Identities = Pick<CarrierConfig, 'name' | 'entityId' | 'telemarketerIds' | 'tlvs'>;

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
 * @returns for a message, the TLVs of a submit; the template's is omitted if it has none
 * @throws if a TLV is configured whose identity is not: the carrier would reject each submit
 */
export function prepareDltTlvs(config: Identities): (message: DltIdentity) => VendorTlv[] {
  const { name, entityId: ownEntity, telemarketerIds, tlvs } = config;
  const prepared = tlvs.map(({ tag, type, source }) => ({
    tag,
    source,
    encode: (text: string) => Buffer.from(type === 'cstring' ? `${text}\0` : text, 'latin1'),
  }));
  const fixed = new Map<Source, string>();
  for (const { tag, source } of prepared) {
    if (source === 'template') continue;
    const needsEntity = source !== 'telemarketer';
    const needsTelemarketer = source !== 'entity';
    if ((needsEntity && !ownEntity) || (needsTelemarketer && telemarketerIds.length === 0)) {
      throw new Error(`Carrier ${name}: TLV ${tag} needs a ${source}, which is not configured`);
    }
    fixed.set(source, toText(source, ownEntity ?? '', telemarketerIds));
  }
  return ({ templateId, entityId, chains }) =>
    prepared.flatMap(({ tag, source, encode }) => {
      if (source === 'template') {
        return templateId === null ? [] : { tag, value: encode(templateId) };
      }
      const text =
        entityId === null
          ? (fixed.get(source) as string)
          : toText(source, entityId, chains?.[name] ?? telemarketerIds);
      return { tag, value: encode(text) };
    });
}

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
