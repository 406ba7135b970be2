import { dltErrorTexts } from '#domain/shared/dlt-error-texts.browser.ts';
import type { SlotType } from '../registry/slots.browser.ts';

/** Findings that `checkDlt` always reports as warnings. */
const warningTexts = {
  dlt_registry_empty:
    'You have registered no entity, header or template with us yet, so nothing could be checked. Import them from your DLT portal.',
  dlt_id_length_unusual: 'This id does not have the usual 19 digits. Compare it with your portal.',
  dlt_id_wrong_kind:
    'This id looks like one of another kind. Check whether the ids of entity and template are swapped.',
  dlt_header_idle:
    'No message was sent from this header for 25 days; operators suspend headers that are unused for 30 days.',
  dlt_template_multi_header:
    'The template is bound to several headers, which TRAI has forbidden since August 2024.',
  dlt_var_edge_punctuation:
    'The value of a slot begins or ends with a space or punctuation, which some operators refuse.',
  dlt_template_encoding_mismatch:
    'The template is registered as TEXT, but has characters that need UNICODE.',
  dlt_text_in_ucs2:
    'The text is sent as UCS-2, with 70 characters a segment instead of 160, for a character that GSM-7 does not have.',
  dlt_promo_optout_missing:
    'A promotional message must say how to opt out, for example “Reply STOP to stop”.',
} as const;

/**
 * All findings that `checkDlt` can report, each with what to do. Codes never change their meaning. The profile decides
 * which errors `checkDlt` reports as warnings.
 */
export const verdictCatalogue = { ...dltErrorTexts, ...warningTexts };

export type FindingCode = keyof typeof verdictCatalogue;

/** The kinds of difference between a message and a template that it matches otherwise. */
const nearKinds = [
  'case',
  'invisible',
  'whitespace',
  'quotes_and_dashes',
  'punctuation',
  'unicode_form',
] as const;

export type NearKind = (typeof nearKinds)[number];

/** A verdict with its place and message. It never holds the value of a slot, which may be a one-time password. */
export type Finding = {
  code: FindingCode;
  /** What is wrong, and what to do. */
  detail: string;
  /** The field that the finding is about. */
  param: 'message' | 'sender_id' | 'template_id' | 'entity_id' | 'variables';
  /** `number` counts from 1; lengths are in characters. */
  slot?: { number: number; type: SlotType; length?: number; max?: number };
  /** The first character of the message that differs, counted from 0 in Unicode code points. */
  position?: number;
  /** The template's text at that position, with at most ten characters before and after. */
  expected?: string;
  kind?: NearKind | 'missing_end' | 'extra_end';
  /** The name of a character that is invisible or easily mistaken for another: `U+200B ZERO WIDTH SPACE`. */
  character?: string;
  /** Ids of the templates that match, or are nearest. */
  candidates?: string[];
  didYouMean?: string;
};

/** A finding with the message of its code, unless a more specific one is given. */
export const finding = (
  code: FindingCode,
  param: Finding['param'],
  more: Partial<Omit<Finding, 'code' | 'param'>> = {},
): Finding => ({ code, param, ...more, detail: more.detail ?? verdictCatalogue[code] });
