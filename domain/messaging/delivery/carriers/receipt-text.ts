const headerIndicator = 0x40;

/**
 * The text of a receipt, as characters. Its data_coding is not asked: carriers copy that of the submit, and write ASCII
 * nevertheless. Nor is the header bit believed, which they copy too, if what follows is no header.
 *
 * @param octets of short_message or message_payload
 */
export function readReceiptText(octets: Buffer, esmClass: number): string {
  const hasHeader = (esmClass & headerIndicator) !== 0 && startsWithHeader(octets);
  const text = hasHeader ? octets.subarray(1 + (octets[0] ?? 0)) : octets;
  if (text.length === 0) return '';
  const utf16 = readUtf16(text);
  if (utf16 !== null) return utf16;
  if (isReadable(text)) return fromGsm(text.toString('latin1'));
  const unpacked = unpackSeptets(text);
  return /\bstat/i.test(unpacked) ? fromGsm(unpacked) : fromGsm(text.toString('latin1'));
}

/** Information elements that fill the header exactly (3GPP TS 23.040 §9.2.3.24). */
function startsWithHeader(octets: Buffer): boolean {
  const end = 1 + (octets[0] ?? 0);
  if (end < 4 || end > octets.length) return false;
  let at = 1;
  while (at < end) at += 2 + (octets[at + 1] ?? 0);
  return at === end;
}

/** Text of ASCII in UTF-16 of either order: every second octet is 0. @returns null if it is not */
function readUtf16(octets: Buffer): string | null {
  const pairs = Math.floor(octets.length / 2);
  if (pairs < 4) return null;
  let highFirst = 0;
  let lowFirst = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    if (octets[2 * pair] === 0) highFirst += 1;
    if (octets[2 * pair + 1] === 0) lowFirst += 1;
  }
  const whole = octets.subarray(0, 2 * pairs);
  if (lowFirst > pairs / 2) return whole.toString('utf16le');
  return highFirst > pairs / 2 ? Buffer.from(whole).swap16().toString('utf16le') : null;
}

/** Nearly all octets are printable ASCII: the text of the message at the end may hold others. */
function isReadable(octets: Buffer): boolean {
  let printable = 0;
  for (const octet of octets) {
    if ((octet >= 0x20 && octet < 0x7f) || octet === 0x0a || octet === 0x0d) printable += 1;
  }
  return printable >= octets.length * 0.7;
}

/** The characters of ASCII that GSM 03.38 has elsewhere, as far as ids hold them. */
const fromGsm = (text: string) => text.replaceAll('\x11', '_').replaceAll('\x02', '$');

/** Seven bits a character, packed (3GPP TS 23.038 §6.1.2.1). */
function unpackSeptets(octets: Buffer): string {
  let text = '';
  let bits = 0;
  let count = 0;
  for (const octet of octets) {
    bits |= octet << count;
    count += 8;
    for (; count >= 7; count -= 7) {
      text += String.fromCharCode(bits & 0x7f);
      bits >>= 7;
    }
  }
  return text;
}
