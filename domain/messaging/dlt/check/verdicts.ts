import type { SlotType } from '../registry/slots.ts';

/**
 * Everything that `checkDlt` may say of a message, with what to do. Codes never change their meaning. Whether one is an
 * error or a warning, `checkDlt` decides.
 */
const verdictCatalogue = {
  dlt_registry_empty:
    'You have registered no entity, header or template with us yet, so nothing could be checked. Import them from your DLT portal.',
  dlt_id_malformed: 'This is not a DLT id.',
  dlt_id_length_unusual: 'This id does not have the usual 19 digits. Compare it with your portal.',
  dlt_id_wrong_kind:
    'This id looks like one of another kind. Check whether the ids of entity and template are swapped.',
  dlt_entity_unknown: 'You have not registered this entity with us.',
  dlt_entity_inactive: 'The entity is inactive at its DLT portal. Renew it there.',
  dlt_entity_blacklisted: 'The entity is blacklisted. Ask the operator of its DLT portal why.',
  sender_not_registered:
    'This sender is not one of your headers. Register it, or use one of yours.',
  dlt_header_required:
    'Send the header as `sender_id`: you have several, and the message does not say which.',
  dlt_header_suffix_included:
    'Send the header alone: operators add the letters before it and the category behind it.',
  dlt_header_not_found: 'You have this header in other letters: upper case and lower case differ.',
  dlt_header_not_approved:
    'This header is not approved yet, or was declined. See its status under Senders.',
  dlt_header_wrong_entity: 'This header belongs to another of your entities.',
  dlt_header_inactive: 'The header is inactive at its DLT portal. Activate it there.',
  dlt_header_suspended:
    'The operators have suspended this header, for example because it was unused for 30 days. Reactivate it on the portal.',
  dlt_header_blacklisted: 'The header is blacklisted. Ask the operator of its DLT portal why.',
  dlt_header_idle:
    'Nothing was sent from this header for 25 days; operators suspend headers that are unused for 30.',
  dlt_template_unknown: 'You have not registered this template with us, or not for this entity.',
  dlt_template_inactive: 'The template is not approved, or inactive, at its DLT portal.',
  dlt_template_blacklisted: 'The template is blacklisted. Register another one.',
  dlt_template_header_not_bound: 'The template is not bound to this header on the portal.',
  dlt_template_multi_header:
    'The template is bound to several headers, which TRAI has forbidden since August 2024.',
  dlt_category_mismatch: 'The categories of message, header and template do not go together.',
  dlt_var_unfilled: 'The message still has an unfilled {#…#}: put a value in its place.',
  dlt_char_forbidden: 'The message has < or >, which DLT allows in no text.',
  dlt_template_not_matched: 'The message differs from the fixed text of the template.',
  dlt_template_near_match:
    'The message differs from the template only in how it is written. Copy its fixed text from the template.',
  dlt_template_ambiguous: 'The message fits several of your templates. Send `template_id`.',
  dlt_template_id_required:
    'Too many of your templates are alike to find the right one by its text. Send `template_id`.',
  dlt_var_empty: 'A slot of the template has no value.',
  dlt_var_too_long: 'The value of a slot is too long.',
  dlt_var_wrong_type: 'The value of a slot has characters that its type does not allow.',
  dlt_var_contains_link:
    'A slot that is not for links contains one. Register a template with {#url#}, and the link.',
  dlt_var_contains_number:
    'A slot that is not for numbers to call contains one. Register a template with {#cbn#}, and the number.',
  dlt_var_contains_email:
    'A slot that is not for email addresses contains one. Register a template with {#email#}, and the address.',
  dlt_cta_not_whitelisted:
    'A link, number or email address in the message is not among those that you have registered.',
  dlt_var_edge_punctuation:
    'The value of a slot begins or ends with a space or punctuation, which some operators refuse.',
  dlt_template_encoding_mismatch:
    'The template is registered as TEXT, but has characters that need UNICODE.',
  dlt_template_untagged:
    'The template has untyped {#var#} slots. Declare their types on the portal: operators will refuse them.',
  dlt_chain_missing: 'The entity has no chain of telemarketers for this carrier.',
  dlt_chain_not_approved: 'The chain of telemarketers is not approved yet.',
  dlt_chain_too_long: 'The chain has more telemarketers than this carrier accepts.',
  dlt_promo_window: 'Promotional messages may be sent from 10:00 to 21:00 India time only.',
  dlt_promo_optout_missing:
    'A promotional message must say how to opt out, for example “Reply STOP to stop”.',
} as const;

export type FindingCode = keyof typeof verdictCatalogue;

/** In what a message differs from a template that it would match otherwise. */
const nearKinds = [
  'case',
  'whitespace',
  'quotes_and_dashes',
  'punctuation',
  'unicode_form',
] as const;

export type NearKind = (typeof nearKinds)[number];

/** One thing found. It never holds a value of a slot, which may be a one-time password. */
export type Finding = {
  code: FindingCode;
  /** What is the case, and what to do. */
  detail: string;
  /** The field that it is about. */
  param: 'message' | 'sender_id' | 'template_id' | 'entity_id' | 'variables';
  /** `number` counts from 1; lengths are in characters. */
  slot?: { number: number; type: SlotType; length?: number; max?: number };
  /** The first character of the message that differs, counted from 0 in Unicode code points. */
  position?: number;
  /** What the template has there, at most ten characters before and after. */
  expected?: string;
  kind?: NearKind | 'missing_end' | 'extra_end';
  /** Ids of the templates that fit, or come nearest. */
  candidates?: string[];
  didYouMean?: string;
};

/** A finding with the sentence of its code, unless a more specific one is given. */
export const finding = (
  code: FindingCode,
  param: Finding['param'],
  more: Partial<Omit<Finding, 'code' | 'param'>> = {},
): Finding => ({ code, param, ...more, detail: more.detail ?? verdictCatalogue[code] });
