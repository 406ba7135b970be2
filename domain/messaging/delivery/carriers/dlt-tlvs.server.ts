import { createHash } from 'node:crypto';
import type { CarrierConfig } from './carrier-config.ts';
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

/**
 * The value of a TLV that is the same for every message; undefined if its identity is not
 * configured.
 */
function findFixedValue(
  source: Exclude<Source, 'template'>,
  config: Identities,
): string | undefined {
  const { entityId, telemarketerIds } = config;
  if (source === 'entity') return entityId;
  if (telemarketerIds.length === 0) return undefined;
  if (source === 'telemarketer') return telemarketerIds.join(',');
  return entityId && chainHash(entityId, telemarketerIds);
}

/**
 * Prepares the TLVs in which Indian carriers require the DLT identities (TCCCPR 2018).
 *
 * @param config tags and types differ between carriers; ids are the same for all messages
 * @returns for a content template id, the TLVs of a submit; the template's is omitted if the
 *   message has none
 * @throws if a TLV is configured whose identity is not: the carrier would reject each submit
 */
export function prepareDltTlvs(config: Identities): (templateId: string | null) => VendorTlv[] {
  const prepared = config.tlvs.map(({ tag, type, source }) => {
    const encode = (text: string) => Buffer.from(type === 'cstring' ? `${text}\0` : text, 'latin1');
    if (source === 'template') return { tag, encode };
    const text = findFixedValue(source, config);
    if (text === undefined) {
      throw new Error(
        `Carrier ${config.name}: TLV ${tag} needs a ${source}, which is not configured`,
      );
    }
    return { tag, value: encode(text) };
  });
  return (templateId) =>
    prepared.flatMap(({ tag, value, encode }) => {
      if (value) return { tag, value };
      return templateId === null ? [] : { tag, value: encode(templateId) };
    });
}
