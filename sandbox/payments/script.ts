import { liveScript } from '../web/live-script.ts';

/** The browser script of the provider's page: new orders appear live. */
export const script = liveScript(
  '/payments/events',
  `
const parts = ['orders', 'summary', 'more', 'empty', 'held', 'control-status',
  'webhooks-now', 'payments-now', 'refunds-now', 'api-now'];

/** Takes over what differs; what a reader has opened stays open, and what has the focus keeps it. */
function takeOver(page) {
  const opened = [...document.querySelectorAll('details.events[open]')].map(({ id }) => id);
  const focused = document.activeElement?.getAttribute('aria-label');
  showOwnTimes(page);
  for (const id of opened) page.getElementById(id)?.setAttribute('open', '');
  for (const id of parts) replaceIfChanged(id, page);
  if (focused && document.activeElement === document.body) {
    document.querySelector('[aria-label="' + CSS.escape(focused) + '"]')?.focus({ preventScroll: true });
  }
}
`,
);
