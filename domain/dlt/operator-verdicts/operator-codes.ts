import type { OperatorVerdict } from './operator-verdicts.browser.ts';

/** The codes that mean each verdict, separated by spaces. `5101-5110` is a range. */
type CodeList = Partial<Record<OperatorVerdict, string>>;

/**
 * The codes of the DLT platform, which Jio, Vi, Airtel and BSNL put into receipts. Sources: Exotel (support.exotel.com,
 * 3000120944), SMSGatewayHub (3000129776), error pages of Jio, Vi and Airtel at yourbulksms; all sources agree.
 */
const agreed: CodeList = {
  dlt_entity_unknown: '600 601',
  dlt_entity_inactive: '602',
  dlt_entity_blacklisted: '603',
  dlt_id_malformed: '604 637',
  dlt_chain_not_approved: '605',
  dlt_telemarketer_rejected: '610',
  dlt_chain_rejected: '617 618',
  dlt_header_not_found: '620',
  dlt_header_inactive: '621',
  dlt_header_blacklisted: '622',
  dlt_header_wrong_entity: '623',
  dlt_header_suspended: '624 625',
  dlt_template_unknown: '630',
  dlt_template_inactive: '631',
  dlt_template_blacklisted: '632',
  dlt_template_not_matched: '633',
  dlt_template_header_not_bound: '634',
  dlt_var_too_long: '635',
  dlt_preference_blocked: '650',
  dlt_promo_window: '651',
  dlt_consent_failed: '660',
  // 636: the operator could not determine the template.
  dlt_scrubbing_failed: '636 670',
};

/** The codes 611 to 616, with the meanings that the sources of `agreed` give. */
const chainCodes: CodeList = {
  dlt_telemarketer_rejected: '611 612',
  dlt_chain_not_approved: '613',
  dlt_tlv_missing: '614',
  dlt_chain_missing: '615',
  dlt_chain_rejected: '616',
};

/** The codes 611 to 616 with the meanings that authkey.io and gulfnados give. */
const authkeyCodes: CodeList = {
  dlt_rejected: '611 615',
  dlt_header_not_found: '612',
  dlt_template_unknown: '613',
  dlt_template_header_not_bound: '614',
  dlt_category_mismatch: '616',
};

/** Further codes from lists of Jio and BSNL, and of Adcrux (642). The confidence is low to medium. */
const furtherCodes: CodeList = {
  dlt_cta_not_whitelisted: '642 700 701',
  dlt_consent_failed: '652',
  dlt_template_not_matched: '666',
  dlt_telemarketer_rejected: '677 678 680',
  dlt_category_mismatch: '683 687',
};

/** Airtel's own codes (yourbulksms, smsindiahub). 804 may also mean only that the header was not shared with Airtel. */
const airtelCodes: CodeList = {
  dlt_entity_blacklisted: '801',
  dlt_entity_inactive: '802',
  dlt_header_blacklisted: '803',
  dlt_header_not_found: '804',
  dlt_template_inactive: '805',
  dlt_chain_rejected: '811-813',
  dlt_template_not_matched: '1026',
};

/** Codes of a family of SMSCs, with names such as `EC_HEADER_NOT_FOUND`. No source names the operator. */
const ecCodes: CodeList = {
  dlt_telemarketer_rejected: '406 418 419 461',
  dlt_scrubbing_failed: '407 441',
  operator_blocked: '408 410 411',
  dlt_entity_unknown: '412 413',
  dlt_entity_inactive: '414',
  dlt_entity_blacklisted: '415',
  dlt_id_malformed: '416 433',
  dlt_chain_not_approved: '417',
  dlt_header_not_found: '421 425',
  dlt_header_inactive: '422',
  dlt_header_blacklisted: '423',
  dlt_header_wrong_entity: '424',
  dlt_header_suspended: '446-448',
  dlt_template_unknown: '426 434',
  dlt_template_inactive: '427 449-451',
  dlt_template_blacklisted: '428',
  dlt_template_not_matched: '429',
  dlt_template_header_not_bound: '430',
  dlt_var_wrong_type: '431',
  dlt_category_mismatch: '435 436 457',
  dlt_preference_blocked: '437',
  dlt_promo_window: '438',
  dlt_consent_failed: '439 440',
  dlt_tlv_missing: '442 443 458',
  dlt_multipart_incomplete: '444',
  dlt_chain_rejected: '459 460',
  dlt_chain_missing: '462',
  dlt_cta_not_whitelisted: '497-499',
};

/** Codes of SmartPing, formerly Videocon (VISPL). The names suggest SmartPing, but no source confirms it. */
const smartpingCodes: CodeList = {
  dlt_scrubbing_failed: '4000-4004 4107 5000-5001',
  dlt_preference_blocked: '5101-5110',
  dlt_category_mismatch: '5206 5207 5305 5401-5406',
  dlt_header_not_found: '5208',
  dlt_header_wrong_entity: '5210',
  dlt_header_suspended: '5213-5215',
  dlt_rejected: '5301-5304 5306 5311 7001-7005',
  dlt_template_not_matched: '5307',
  dlt_tlv_missing: '5308',
  dlt_template_blacklisted: '5309',
  dlt_multipart_incomplete: '5310',
  dlt_var_too_long: '5312',
  dlt_template_inactive: '5313-5315',
  dlt_consent_failed: '5501-5508',
  dlt_chain_rejected: '5601-5606',
  dlt_cta_not_whitelisted: '5901-5903',
};

/** Codes from lists of vendors. The confidence is low to medium. 195 is the SMPP error 0xC3: an expected TLV is missing. */
const vendorCodes: CodeList = {
  dlt_rejected: '9018 9019',
  dlt_tlv_missing: '195 9024-9026',
  dlt_multipart_incomplete: '9027',
  dlt_telemarketer_rejected: '9030',
  dlt_header_not_found: '909',
  operator_flooding: '591',
  operator_blocked: '592 594',
};

/** The SMS status codes of Exotel (developer.exotel.com). */
const exotelCodes: CodeList = {
  dlt_rejected: '23080-23082 30001-30009',
  dlt_consent_failed: '23083',
  dlt_header_not_found: '23072',
  dlt_preference_blocked: '23005',
};

/** Codes of Kaleyra (hexasupport.kaleyra.io) and Meritto. Spaces and underscores count as dashes. */
const kaleyraCodes: CodeList = {
  dlt_template_not_matched: 'INV-TEMPLATE-MATCH TEMPLATE-NOT-MATCHED',
  dlt_template_unknown: 'TEMPLATE-NOT-FOUND',
  dlt_header_not_found: 'SENDER-ID-NOT-FOUND HEADER-NOT-REGISTERED SNDR-NT-REG',
  dlt_promo_window: 'TIME-OUT-PROM',
  dlt_template_inactive: 'TEMPLATE-INACTIVE',
  dlt_template_blacklisted: 'TEMPLATE-BLACKLISTED',
  dlt_template_header_not_bound: 'SENDER-NOT-MATCHED',
  dlt_var_too_long: 'TEMPLATE-VARIABLE-EXCEEDED-MAX-LENGTH',
};

const all = [agreed, chainCodes, furtherCodes];

/**
 * The lists for each value of `operatorCodes` in a carrier's profile. If several lists have a code, the first list counts.
 * `common` has only the codes on which all sources agree, so 611 to 616 are missing.
 */
const listsByName = {
  common: [agreed],
  jio: all,
  vi: all,
  bsnl: all,
  airtel: [airtelCodes, ...all],
  smartping: [smartpingCodes, ...all],
  ec: [ecCodes, ...all],
  authkey: [authkeyCodes, agreed, furtherCodes],
  vendor: [vendorCodes, ...all],
  exotel: [exotelCodes, ...all],
  kaleyra: [kaleyraCodes, ...all],
  // From public source code, which does not explain the codes.
  adcrux: [{ dlt_rejected: '111-129' }, ...all],
  // Errors of the vendors' APIs, which intermediate gateways put into receipts.
  textlocal: [{ dlt_template_not_matched: '80' }, ...all],
  twilio: [{ dlt_id_malformed: '21901' }, ...all],
  none: [],
} as const satisfies Record<string, readonly CodeList[]>;

export type OperatorCodes = keyof typeof listsByName;

export const operatorCodes = Object.keys(listsByName) as [OperatorCodes, ...OperatorCodes[]];

const canonical = (code: string): string =>
  code
    .toUpperCase()
    .replaceAll(/[\s_]/g, '-')
    .replace(/^0+(?=.)/, '');

function* expand(codes: string): Generator<string> {
  for (const code of codes.split(' ')) {
    const range = /^(\d+)-(\d+)$/.exec(code);
    if (!range) yield code;
    else for (let one = Number(range[1]); one <= Number(range[2]); one += 1) yield String(one);
  }
}

function toMap(lists: readonly CodeList[]): ReadonlyMap<string, OperatorVerdict> {
  const map = new Map<string, OperatorVerdict>();
  for (const list of lists) {
    for (const [verdict, codes] of Object.entries(list) as [OperatorVerdict, string][]) {
      for (const code of expand(codes)) if (!map.has(code)) map.set(code, verdict);
    }
  }
  return map;
}

const maps = new Map(operatorCodes.map((name) => [name, toMap(listsByName[name])]));

/**
 * Finds the verdict for an operator's error code.
 *
 * @param list the name of the carrier's list
 * @param code the code in the receipt; leading zeros and case are ignored
 * @returns null if the list does not have the code
 */
export function findOperatorVerdict(
  list: OperatorCodes,
  code: string | null,
): OperatorVerdict | null {
  return code === null ? null : (maps.get(list)?.get(canonical(code)) ?? null);
}
