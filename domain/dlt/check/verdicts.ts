import { z } from 'zod';
import { dltErrorTexts } from '#domain/shared/dlt-error-texts.browser.ts';
import { docUrlOf } from '#domain/shared/doc-url.ts';
import { docUrlOutput, errorDetails } from '#domain/shared/error-fields.ts';
import type { SlotType } from '../registry/slots.browser.ts';

/** Findings that `checkDlt` always reports as warnings. */
const warningTexts = {
  dlt_registry_empty:
    'You have registered no entity, header or template with us yet, so nothing could be checked. Import them from your DLT portal.',
  dlt_id_length_unusual: 'This id does not have the usual 19 digits. Compare it with your portal.',
  dlt_id_wrong_kind:
    'This looks like the id of something else. Check whether the ids of entity and template are swapped.',
  dlt_header_idle:
    'No message was sent from this header for 25 days; operators suspend headers that are unused for 30 days.',
  dlt_template_multi_header:
    'The template is bound to several headers, which TRAI has forbidden since August 2024.',
  dlt_var_edge_punctuation:
    'The value of a slot begins or ends with a space or punctuation, which some operators refuse.',
  dlt_template_encoding_mismatch:
    'The template is registered as TEXT, but has characters that need UNICODE.',
  dlt_text_in_ucs2:
    'The text has a character that GSM-7 does not have, so it is sent as UCS-2, with 70 characters a segment instead of 160.',
  dlt_promo_optout_missing:
    'A promotional message must say how to opt out, for example “Reply STOP to stop”.',
} as const;

/**
 * The codes of all findings that `checkDlt` can report, with a message that says what to do. A code never changes its
 * meaning. The profile decides which of the errors `checkDlt` reports as warnings.
 */
export const verdictCatalogue = { ...dltErrorTexts, ...warningTexts };

export type FindingCode = keyof typeof verdictCatalogue;

/** The kinds of near match: a message differs from its template only in this way. */
const nearKinds = [
  'case',
  'invisible',
  'whitespace',
  'quotes_and_dashes',
  'punctuation',
  'unicode_form',
] as const;

export type NearKind = (typeof nearKinds)[number];

/**
 * A verdict with its position and message. A finding never contains the value of a slot, because the value may be a
 * one-time password.
 */
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
  /**
   * The template's text around the place where the message differs: at most ten characters before and ten characters after
   * this place.
   */
  expected?: string;
  kind?: NearKind | 'missing_end' | 'extra_end';
  /** The name of a character that is invisible or easily mistaken for another, for example `U+200B ZERO WIDTH SPACE`. */
  character?: string;
  /** The ids of the templates that match, or of the nearest one. */
  candidates?: string[];
  didYouMean?: string;
};

/** Creates a finding. Its message is the default message of its code, unless `more` has a more specific one. */
export const finding = (
  code: FindingCode,
  param: Finding['param'],
  more: Partial<Omit<Finding, 'code' | 'param'>> = {},
): Finding => ({ code, param, ...more, detail: more.detail ?? verdictCatalogue[code] });

/** A finding of the DLT check as the API returns it. */
export const findingOutput = errorDetails.omit({ scope: true }).extend({
  code: z.string().meta({ example: 'dlt_registry_empty' }),
  message: z.string().meta({
    description: 'What is wrong, and what to do.',
    example: verdictCatalogue.dlt_registry_empty,
  }),
  param: z.string().meta({
    description: 'The field of the request that the finding is about.',
    example: 'message',
  }),
  docUrl: docUrlOutput,
});

/** Converts a finding to the form that the API returns. */
export const describeFinding = ({
  detail,
  ...finding
}: Finding): z.infer<typeof findingOutput> => ({
  ...finding,
  message: detail,
  docUrl: docUrlOf(finding.code),
});
