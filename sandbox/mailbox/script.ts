/**
 * The browser script of the mailbox: new emails appear live, times are local. Like the handset's, it replaces
 * the parts of the page that differ.
 */
export const script = `
const byId = (id) => document.getElementById(id);

const zoned = new Intl.DateTimeFormat(undefined, {
  day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit',
});

function showOwnTimes(root) {
  for (const time of root.querySelectorAll('time')) {
    time.textContent = zoned.format(new Date(time.dateTime));
  }
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
    byId('news').textContent = 'New mail: ' + entry.querySelector('.subject').textContent;
  }
}

/** The mail on show stays as it is, so that its frame is not loaded again. */
function takeOverMail(page) {
  const fresh = page.getElementById('mail');
  if (fresh.dataset.serial === byId('mail').dataset.serial) return;
  showOwnTimes(fresh);
  byId('mail').replaceWith(document.adoptNode(fresh));
}

let fetching = false;
let again = false;

async function update() {
  again = true;
  if (fetching) return;
  fetching = true;
  while (again) {
    again = false;
    const answer = await fetch(byId('refresh').href);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    takeOverList(page);
    takeOverMail(page);
  }
  fetching = false;
}

function showState(state, words) {
  byId('live').dataset.state = state;
  byId('live').textContent = words;
}

const events = new EventSource('/mailbox/events');
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

document.addEventListener('click', ({ target }) => {
  for (const open of document.querySelectorAll('details.confirm[open]')) {
    if (!open.contains(target)) open.open = false;
  }
});

showOwnTimes(document);
`;
