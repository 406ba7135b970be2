import { isWithinHours, nextStart } from '#domain/sms/hours.ts';
import type { DltCategory } from '../registry/contract.browser.ts';
import type { DltProfile } from './profile.ts';
import { type Finding, finding } from './verdicts.ts';

type Hours = DltProfile['promotionalHours'];

/** Whether the hours for promotional messages apply. Operators apply them to service explicit messages too. */
export const isPromotional = (category: DltCategory | null): boolean =>
  category === 'promotional' || category === 'service_explicit';

/**
 * Whether DLT applies to a recipient: only Indian operators check messages. @param recipient in E.164; undefined means an
 * unknown Indian number
 */
export const isChecked = (recipient: string | undefined): boolean =>
  recipient === undefined || recipient.startsWith('+91');

/** When a promotional message may be sent; null if it may be sent now. */
export const findStart = (recipient: string, hours: Hours, now: Date): Date | null =>
  isChecked(recipient) && !isWithinHours(hours, now) ? nextStart(hours, now) : null;

export const wrongHour = ({ from, to, shownAs = `${from} to ${to} India time` }: Hours): Finding =>
  finding('dlt_promo_window', 'message', {
    detail: `Promotional messages may be sent only from ${shownAs}.`,
  });

/** The opt-out wordings that operators recognise. */
export const optOut = /stop|opt[ -]?out|unsub|dnd|1909/i;
