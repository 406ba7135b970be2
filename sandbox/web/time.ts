import { type Html, html } from './html.ts';

const clockTime = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** A time in IST; with JavaScript the browser shows it in local time. */
export function renderTime(at: number): Html {
  const exact = new Date(at).toISOString();
  return html`<time datetime="${exact}" title="${exact}">${clockTime.format(at)} IST</time>`;
}
