/**
 * The browser script of the provider's page: new orders appear live, times are local. Like the handset's, it
 * replaces the parts of the page that differ.
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

const parts = ['orders', 'summary', 'more', 'empty', 'held', 'control-status',
  'webhooks-now', 'payments-now', 'refunds-now', 'api-now'];

/** Takes over what differs; what a reader has opened stays open, and what has the focus keeps it. */
function takeOver(page) {
  const opened = [...document.querySelectorAll('details.events[open]')].map(({ id }) => id);
  const focused = document.activeElement?.getAttribute('aria-label');
  showOwnTimes(page);
  for (const id of opened) page.getElementById(id)?.setAttribute('open', '');
  for (const id of parts) {
    const fresh = page.getElementById(id);
    if (byId(id).innerHTML !== fresh.innerHTML) byId(id).replaceWith(document.adoptNode(fresh));
  }
  if (focused && document.activeElement === document.body) {
    document.querySelector('[aria-label="' + CSS.escape(focused) + '"]')?.focus({ preventScroll: true });
  }
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
    takeOver(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  }
  fetching = false;
}

function showState(state, words) {
  byId('live').dataset.state = state;
  byId('live').textContent = words;
}

const events = new EventSource('/payments/events');
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
