import type { FindingCode } from '../check/verdicts.ts';

/** Verdicts that only an operator can give. */
type OperatorsOwn =
  | 'dlt_preference_blocked'
  | 'dlt_consent_failed'
  | 'dlt_scrubbing_failed'
  | 'dlt_tlv_missing'
  | 'dlt_telemarketer_rejected'
  | 'dlt_chain_rejected'
  | 'dlt_multipart_incomplete'
  | 'dlt_rejected'
  | 'operator_blocked'
  | 'operator_flooding';

/**
 * All verdicts that an operator's receipt can have, with a sentence that says what the operator found, and what to do. If
 * `checkDlt` can report the same verdict, the code is the same but the sentence differs, because this sentence is about the
 * operator's register and not about ours.
 */
export const operatorVerdicts = {
  dlt_id_malformed:
    'The operator received no valid id of the entity or the template. Send the template’s id, and compare both with your DLT portal.',
  dlt_entity_unknown:
    'The operator does not know the entity. Compare its id with your DLT portal, and share the entity with this operator there.',
  dlt_entity_inactive:
    'The entity is inactive at this operator. Renew it on your DLT portal, and share it with this operator.',
  dlt_entity_blacklisted: 'The operator has blacklisted the entity. Ask your DLT portal why.',
  dlt_header_not_found:
    'The operator does not know the header. Compare it with your DLT portal: upper and lower case differ.',
  dlt_header_wrong_entity:
    'At the operator the header belongs to another entity. Compare it with your DLT portal.',
  dlt_header_inactive: 'The header is inactive. Activate it on your DLT portal.',
  dlt_header_suspended:
    'The operators have suspended the header: it expired, or was unused for 30 days. Reactivate it on your DLT portal.',
  dlt_header_blacklisted: 'The header is blacklisted. Ask your DLT portal why.',
  dlt_template_unknown:
    'The operator does not know the template for this entity. Compare its id with your DLT portal.',
  dlt_template_inactive: 'The template is inactive or suspended. Activate it on your DLT portal.',
  dlt_template_blacklisted: 'The template is blacklisted. Register another one.',
  dlt_template_not_matched:
    'The operator says that the text differs from the template. Compare our copy of the template with your DLT portal.',
  dlt_template_header_not_bound:
    'At the operator the template is not bound to this header. Bind it on your DLT portal.',
  dlt_category_mismatch:
    'At the operator, the categories of message, header and template do not match. Compare them with your DLT portal.',
  dlt_var_too_long: 'The operator allows fewer characters in a slot of the template.',
  dlt_var_wrong_type: 'The operator does not allow the value of a slot of the template.',
  dlt_cta_not_whitelisted:
    'The operator does not know a link, number or email address in the text, or has blocked it. Register it on your DLT portal.',
  dlt_chain_missing:
    'The operator does not know this chain of entity and telemarketers. Request it on your DLT portal, or correct its order.',
  dlt_chain_not_approved:
    'The telemarketer may not send for this entity yet. Approve the chain on your DLT portal.',
  dlt_promo_window:
    'The operator refuses promotional messages at this hour. Send them from 10:00 to 21:00 India time.',
  dlt_preference_blocked:
    'The recipient does not want promotional messages of this kind. Do not send it again.',
  dlt_consent_failed: 'The recipient has not consented. Ask for consent, or leave the number out.',
  dlt_scrubbing_failed:
    'The operator could not check the message, because its own DLT check failed. Send it again later.',
  dlt_tlv_missing:
    'The submit had no id of entity, template or chain. The operator of this installation must correct the carrier’s TLVs.',
  dlt_telemarketer_rejected:
    'The operator does not accept a telemarketer of the chain. The operator of this installation must correct or renew it.',
  dlt_chain_rejected:
    'The chain of entity and telemarketers is inactive, suspended or blacklisted, or not the one that the operator knows. Correct it on your DLT portal.',
  dlt_multipart_incomplete: 'The operator did not receive all segments of the text.',
  dlt_rejected:
    'The operator’s DLT check rejected the message. Ask the operator for the reason, with the error code.',
  operator_blocked:
    'The operator blocks this sender, entity, template or text. Ask the operator why.',
  operator_flooding: 'The recipient got too many messages in a short time. Send the message later.',
} as const satisfies Partial<Record<FindingCode | OperatorsOwn, string>>;

export type OperatorVerdict = keyof typeof operatorVerdicts;

/** The codes of all verdicts, for schemas. */
export const operatorVerdictNames = Object.keys(operatorVerdicts) as [
  OperatorVerdict,
  ...OperatorVerdict[],
];

/** Verdicts about the recipient or the operator itself, not about the registrations of an account. */
const notAboutRegistry: ReadonlySet<OperatorVerdict> = new Set([
  'dlt_preference_blocked',
  'dlt_consent_failed',
  'dlt_scrubbing_failed',
  'operator_blocked',
  'operator_flooding',
]);

/**
 * Whether a rejection with this verdict counts as drift if the message had passed our own check. Drift means that our
 * registry and the operator's differ.
 */
export const isDrift = (verdict: OperatorVerdict): boolean => !notAboutRegistry.has(verdict);

/**
 * The verdicts that disable a whole header or template, and the status that they set. The header or template cannot be used
 * until its owner has checked the portal and enables it again.
 */
export const suspectStatuses = {
  dlt_header_inactive: { what: 'header', status: 'inactive' },
  dlt_header_suspended: { what: 'header', status: 'suspended' },
  dlt_header_wrong_entity: { what: 'header', status: 'suspended' },
  dlt_header_blacklisted: { what: 'header', status: 'blacklisted' },
  dlt_template_inactive: { what: 'template', status: 'inactive' },
  dlt_template_blacklisted: { what: 'template', status: 'blacklisted' },
} as const satisfies Partial<Record<OperatorVerdict, { what: string; status: string }>>;
