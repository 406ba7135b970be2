/**
 * The browser script of the handset: new texts appear live, codes can be copied, times are local. Without it
 * the page shows the same after a refresh.
 *
 * It renders nothing itself: after a change it fetches its own page again and replaces the parts that differ,
 * so that markup is generated and escaped in one place.
 */
export const script = `
const byId = (id) => document.getElementById(id);
document.documentElement.classList.add('js');

const zoned = new Intl.DateTimeFormat(undefined, {
  day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit',
});
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

function showOwnTimes(root) {
  for (const time of root.querySelectorAll('time')) {
    const at = new Date(time.dateTime);
    time.textContent = zoned.format(at);
    time.title = exact.format(at);
  }
}

function takeOver(id, page) {
  const old = byId(id);
  const fresh = page.getElementById(id);
  if (old.innerHTML !== fresh.innerHTML) old.replaceWith(document.adoptNode(fresh));
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

let fetching = false;
let again = false;

/** Fetches this page once more, and after that once more if it changed meanwhile. */
async function update() {
  again = true;
  if (fetching) return;
  fetching = true;
  while (again) {
    again = false;
    const answer = await fetch(byId('refresh').href);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const id of ['network-status', 'network-now', 'summary', 'empty']) takeOver(id, page);
    announce(takeOverPhones(page));
  }
  fetching = false;
}

function showState(state, words) {
  byId('live').dataset.state = state;
  byId('live').textContent = words;
}

const events = new EventSource('/events');
const updateOrSay = () => update().catch(() => {
  fetching = false;
  showState('lost', 'Reconnecting');
});
events.addEventListener('open', () => {
  showState('open', 'Live');
  byId('refresh').hidden = true;
  updateOrSay();
});
events.addEventListener('changed', updateOrSay);
events.addEventListener('error', () => {
  const closed = events.readyState === EventSource.CLOSED;
  showState('lost', closed ? 'Not live' : 'Reconnecting');
  byId('refresh').hidden = !closed;
});

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
  for (const open of document.querySelectorAll('details.confirm[open]')) {
    if (!open.contains(target)) open.open = false;
  }
});

showOwnTimes(document);
`;
