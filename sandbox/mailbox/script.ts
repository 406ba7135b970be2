import { liveScript } from '../web/live-script.ts';

/** The browser script of the mailbox: new emails appear live. */
export const script = liveScript(
  '/mailbox/events',
  `
function takeOver(page) {
  takeOverList(page);
  takeOverMail(page);
}

/** Takes over the list, and leaves the focus where it is. */
function takeOverList(page) {
  const focused = document.activeElement.id;
  const newest = byId('mails').querySelector('a')?.id;
  for (const id of ['mails', 'summary', 'empty']) {
    const fresh = document.adoptNode(page.getElementById(id));
    showOwnTimes(fresh);
    byId(id).replaceWith(fresh);
  }
  if (focused && document.activeElement.id !== focused) byId(focused)?.focus({ preventScroll: true });
  const entry = byId('mails').querySelector('a');
  if (entry && entry.id !== newest) {
    byId('news').textContent = 'New email: ' + entry.querySelector('.subject').textContent;
  }
}

/** Does not replace the shown email, so that its frame is not loaded again. */
function takeOverMail(page) {
  const fresh = page.getElementById('mail');
  if (fresh.dataset.serial === byId('mail').dataset.serial) return;
  showOwnTimes(fresh);
  byId('mail').replaceWith(document.adoptNode(fresh));
}
`,
);
