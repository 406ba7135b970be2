/** A vendor TLV with its encoded value. */
export type VendorTlv = { tag: number; value: Buffer };

/** The name under which a tag is registered with the protocol library, for all carriers. */
export function vendorTlvName(tag: number): string {
  return `vendor_${tag}`;
}
