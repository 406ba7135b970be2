import type { FindingCode } from '#domain/messaging/dlt/check/verdicts.ts';

/** The next step where the sentence of a finding says only what is the case. */
export const whatToDo: Partial<Record<FindingCode, string>> = {
  dlt_id_malformed: 'Copy the id from your DLT portal.',
  dlt_entity_inactive: 'If you disabled it here, enable it under Senders.',
  dlt_entity_unknown: 'Add it under Senders, or send the id of one that is there.',
  sender_not_registered: 'Add it under Senders; the operator of this installation approves it.',
  dlt_header_not_found: 'Send it exactly as it is registered.',
  dlt_header_not_approved:
    'Wait for the operator of this installation to approve it, or use another header.',
  dlt_header_inactive: 'If you disabled it here, enable it under Senders.',
  dlt_header_suspended: 'Then enable it under Senders.',
  dlt_header_wrong_entity: 'Use a header of the same entity.',
  dlt_header_idle: 'Send a message from it soon.',
  dlt_template_unknown: 'Add the template, or send the id of one that is there.',
  dlt_template_inactive:
    'Activate it on the portal, then enable it under Templates, or use another one.',
  dlt_template_header_not_bound:
    'Use a header that it is bound to, or bind it on the portal and then change it under Templates.',
  dlt_template_multi_header: 'Register a template for each header.',
  dlt_category_mismatch: 'Use a header of the template’s category.',
  dlt_char_forbidden: 'Remove it.',
  dlt_template_not_matched:
    'Write the text as in the template, or register a template with this text.',
  dlt_var_empty: 'Put a value into it.',
  dlt_var_too_long: 'Shorten the value, or register a template with more slots.',
  dlt_var_wrong_type: 'Change the value, or register a template with a slot of another type there.',
  dlt_cta_not_whitelisted:
    'Register it on your DLT portal, then add it under Links. It must be written the same.',
  dlt_var_edge_punctuation: 'Put the space or punctuation into the template’s fixed text.',
  dlt_template_encoding_mismatch: 'Register it again as UNICODE.',
  dlt_chain_missing: 'Register the chain on the portal, then add it under Links.',
  dlt_chain_not_approved: 'Ask the telemarketers to accept it on the portal.',
  dlt_chain_too_long: 'Register a shorter chain on the portal.',
  dlt_promo_window:
    'Send it within these hours, or let it wait for them: `when_closed` is `defer`.',
};
