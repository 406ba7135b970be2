import smpp from 'smpp';
import { vendorTlvName } from './vendor-tlv.ts';

/**
 * Tells the protocol library the names of vendor TLVs, without which it drops them silently.
 *
 * Its registry is one for the whole process, and carriers give the same tag different types. So
 * each tag is written as plain octets, which `dlt-tlvs.server.ts` prepares per carrier; and it is put in
 * the table for writing only, so that nothing changes for whoever reads that tag.
 */
export function registerVendorTlvs(tags: readonly number[]): void {
  for (const tag of tags) {
    const name = vendorTlvName(tag);
    smpp.tlvs[name] = { id: tag, tag: name, type: smpp.types.tlv.buffer };
  }
}
