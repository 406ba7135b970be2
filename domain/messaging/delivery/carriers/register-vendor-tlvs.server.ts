import smpp from 'smpp';
import { vendorTlvName } from './vendor-tlv.ts';

/**
 * Registers vendor TLVs with the protocol library, which silently drops unknown ones. Its registry
 * is global, and carriers use different types for the same tag. So each tag is registered as raw
 * octets, which `dlt-tlvs.server.ts` encodes per carrier, and only for writing, so that parsing of
 * that tag does not change.
 */
export function registerVendorTlvs(tags: readonly number[]): void {
  for (const tag of tags) {
    const name = vendorTlvName(tag);
    smpp.tlvs[name] = { id: tag, tag: name, type: smpp.types.tlv.buffer };
  }
}
