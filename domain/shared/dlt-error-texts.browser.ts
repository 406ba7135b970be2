/**
 * The errors of our DLT check (`domain/dlt`), with a sentence that says why DLT would reject a message and what to do. The
 * codes are also error codes of the API.
 */
export const dltErrorTexts = {
  dlt_id_malformed: 'This is not a DLT id. A DLT id has 12 to 20 digits.',
  dlt_entity_unknown: 'You have not registered this entity with us. Register it first.',
  dlt_entity_inactive: 'The entity is inactive at its DLT portal. Renew it there.',
  dlt_entity_blacklisted: 'The entity is blacklisted. Ask the operator of its DLT portal why.',
  sender_not_registered:
    'This sender is not one of your headers. Register it, or use one of your headers.',
  dlt_header_required: 'You have several headers. Name one of them in `sender_id`.',
  dlt_header_suffix_included:
    'Send only the header, without prefix and category suffix: operators add these.',
  dlt_header_not_found:
    'You have registered this header with different upper and lower case letters. Headers are case-sensitive.',
  dlt_header_not_approved:
    'This header is not approved yet, or was declined. See its status under Senders.',
  dlt_header_wrong_entity: 'This header belongs to another of your entities.',
  dlt_header_inactive: 'The header is inactive at its DLT portal. Activate it there.',
  dlt_header_suspended:
    'The operators have suspended this header, for example because it was unused for 30 days. Reactivate it at its DLT portal.',
  dlt_header_blacklisted: 'The header is blacklisted. Ask the operator of its DLT portal why.',
  dlt_template_unknown:
    'You have not registered this template with us, or you have registered it for another entity.',
  dlt_template_inactive:
    'The template is not approved or not active at its DLT portal. Activate it there.',
  dlt_template_blacklisted: 'The template is blacklisted. Register another one.',
  dlt_template_header_not_bound: 'The template is not bound to this header on the DLT portal.',
  dlt_category_mismatch: 'The categories of message, header and template do not match.',
  dlt_var_unfilled: 'The message still has an unfilled {#…#}: replace it with a value.',
  dlt_char_forbidden: 'The message has < or >, which DLT does not allow. Remove it.',
  dlt_template_not_matched: 'The message differs from the fixed text of the template.',
  dlt_template_near_match:
    'The message differs from the template only in details such as case, spaces or punctuation. Copy the fixed text from the template.',
  dlt_template_ambiguous: 'The message matches several of your templates. Send `template_id`.',
  dlt_template_id_required:
    'Too many of your templates are similar, so the right one cannot be found by the text. Send `template_id`.',
  dlt_var_empty: 'A slot of the template has no value.',
  dlt_var_too_long: 'The value of a slot is too long.',
  dlt_var_wrong_type: 'The value of a slot has characters that its type does not allow.',
  dlt_var_contains_link:
    'A slot that is not for links contains a link. Register the link, and register a template with {#url#}.',
  dlt_var_contains_number:
    'A slot that is not for phone numbers contains a phone number. Register the number, and register a template with {#cbn#}.',
  dlt_var_contains_email:
    'A slot that is not for email addresses contains an email address. Register the address, and register a template with {#email#}.',
  dlt_cta_not_whitelisted:
    'The message has a link, number or email address that you have not registered.',
  dlt_template_untagged:
    'The template has untyped {#var#} slots, which operators will refuse. Declare their types on the DLT portal.',
  dlt_chain_missing: 'The entity has no chain of telemarketers for this carrier.',
  dlt_chain_not_approved:
    'The chain is not marked as approved in Dakiya. Mark it when all its telemarketers have accepted it on the portal.',
  dlt_chain_too_long: 'The chain has more telemarketers than this carrier accepts.',
  dlt_promo_window: 'Promotional messages may be sent only from 10:00 to 21:00 India time.',
} as const;

export const dltErrorCodes = Object.keys(dltErrorTexts) as (keyof typeof dltErrorTexts)[];
