import {
  gsmAlphabet,
  gsmEscape,
  gsmExtension,
} from '#domain/messaging/messages/gsm-alphabet.browser.ts';
import type { CarrierConfig } from './carrier-config.ts';
import type { Submit } from './contract.ts';
import type { VendorTlv } from './submit-pdu.ts';

/** A submit in the form that a carrier wants, with the TLVs that it needs for that. */
export type AdaptedSubmit = { submit: Submit; tlvs: VendorTlv[] };

/** ESME_RINVDCS of SMPP 5.0: the status that we give to a text that a carrier's alphabet does not have. */
export const notInAlphabet = 0x104;

const sar = { reference: 0x020c, total: 0x020e, position: 0x020f };

/**
 * Adapts submits to a carrier's alphabet, and to its form of long messages.
 *
 * @returns null for a carrier that wants them as they are; else a function, which returns null if the carrier's alphabet
 *   lacks a character
 */
export function prepareAdapter({
  alphabet,
  longText,
}: Pick<CarrierConfig, 'alphabet' | 'longText'>):
  | ((submit: Submit) => AdaptedSubmit | null)
  | null {
  if (alphabet === 'gsm' && longText !== 'sar') return null;
  return (given) => {
    const submit = { ...given };
    const tlvs: VendorTlv[] = [];
    if (alphabet !== 'gsm' && submit.dataCoding === 0) {
      const text = toLatin1(submit.text);
      if (!text) return null;
      submit.text = text;
      submit.dataCoding = alphabet === 'latin1' ? 3 : 0;
    }
    if (longText === 'sar' && submit.header) {
      // As `concatenationHeader` has written it: length, element, its length, reference, total, position.
      const [, , , reference = 0, total = 1, position = 1] = submit.header;
      submit.header = null;
      tlvs.push({ tag: sar.reference, value: Buffer.from([0, reference]) });
      tlvs.push({ tag: sar.total, value: Buffer.from([total]) });
      tlvs.push({ tag: sar.position, value: Buffer.from([position]) });
    }
    return { submit, tlvs };
  };
}

const basic = [...gsmAlphabet].map(toOctet);
const extended = new Map(
  Object.entries(gsmExtension).map(([character, septet]) => [septet, toOctet(character)]),
);

/** The octet of a character in Latin-1 (ISO 8859-1); -1 if it has none. */
function toOctet(character: string): number {
  const code = character.charCodeAt(0);
  return code <= 0xff ? code : -1;
}

/** @returns null if Latin-1 lacks a character: Greek letters, and the euro sign */
function toLatin1(septets: Buffer): Buffer | null {
  const octets: number[] = [];
  for (let i = 0; i < septets.length; i += 1) {
    const septet = septets[i] ?? 0;
    const octet = septet === gsmEscape ? extended.get(septets[++i] ?? 0) : basic[septet];
    if (octet === undefined || octet < 0) return null;
    octets.push(octet);
  }
  return Buffer.from(octets);
}
