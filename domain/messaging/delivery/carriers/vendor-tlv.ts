/** A vendor TLV with the octets of its value. */
export type VendorTlv = { tag: number; value: Buffer };

/** The name under which the protocol library knows the TLV; the same for all carriers. */
export function vendorTlvName(tag: number): string {
  return `vendor_${tag}`;
}
