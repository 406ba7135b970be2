import { liveScript } from '../web/live-script.ts';

/** The browser script of the handset: new texts appear live, and codes can be copied. */
export const script = liveScript(
  '/events',
  `
document.documentElement.classList.add('js');

function takeOver(page) {
  for (const id of ['network-status', 'network-now', 'summary', 'empty']) replaceIfChanged(id, page);
  announce(takeOverPhones(page));
}

/** Takes over what differs, in the new order; returns the phones that are new or changed. */
function takeOverPhones(page) {
  const phones = byId('phones');
  const fresh = page.getElementById('phones');
  const leaveReader = rememberReader(phones);
  phones.className = fresh.className;
  const changed = [];
  const inOrder = [...fresh.children].map((phone) => {
    const old = byId(phone.id);
    if (old?.dataset.version === phone.dataset.version) return old;
    showOwnTimes(phone);
    changed.push(phone);
    return document.adoptNode(phone);
  });
  if (changed.length > 0 || inOrder.length !== phones.children.length) {
    phones.replaceChildren(...inOrder);
    leaveReader();
  }
  return changed;
}

/** Notes what is scrolled where and has the focus; returns what puts it back. */
function rememberReader(phones) {
  const focused = document.activeElement.id;
  const scrolled = new Map();
  for (const list of phones.querySelectorAll('ol')) scrolled.set(list.id, list.scrollTop);
  return () => {
    for (const [id, top] of scrolled) if (byId(id)) byId(id).scrollTop = top;
    if (focused && document.activeElement.id !== focused) {
      byId(focused)?.focus({ preventScroll: true });
    }
  };
}

function announce([phone, ...others]) {
  if (!phone) return;
  const number = phone.querySelector('h2').textContent;
  byId('news').textContent = others.length > 0
    ? 'New texts for ' + number + ' and others'
    : 'New text for ' + number;
}

/** Copies a code; where the browser forbids it, selects the code for the visitor to copy. */
async function copyCode(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(button.closest('.text').querySelector('.code'));
    button.textContent = 'Selected: now copy';
  }
  setTimeout(() => { button.textContent = 'Copy code'; }, 2000);
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('button.copy');
  if (button) copyCode(button);
});
`,
);
