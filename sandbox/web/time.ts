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

/** The time in India; a browser that runs scripts turns it into its visitor's own. */
export function renderTime(at: number): Html {
  const exact = new Date(at).toISOString();
  return html`<time datetime="${exact}" title="${exact}">${clockTime.format(at)} IST</time>`;
}
