/**
 * The browser script of a page with live updates (`live-updates.ts`): after each change the page fetches itself again and
 * replaces the parts that differ, so that markup is generated and escaped in one place. Times are shown in the visitor's
 * time zone. Without the script the page shows the same after a refresh.
 *
 * @param events the address of the page's events
 * @param own the page's own part, which defines `takeOver(page)`: it replaces what differs from the fetched page. It may
 *   use `byId`, `showOwnTimes` and `replaceIfChanged`
 */
export const liveScript = (events: string, own: string) => `
const byId = (id) => document.getElementById(id);

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

function replaceIfChanged(id, page) {
  const old = byId(id);
  const fresh = page.getElementById(id);
  if (old.innerHTML !== fresh.innerHTML) old.replaceWith(document.adoptNode(fresh));
}
${own}
let fetching = false;
let again = false;

/** Fetches this page, and once more if it changed meanwhile. */
async function update() {
  again = true;
  if (fetching) return;
  fetching = true;
  while (again) {
    again = false;
    const response = await fetch(byId('refresh').href);
    takeOver(new DOMParser().parseFromString(await response.text(), 'text/html'));
  }
  fetching = false;
}

function showState(state, text) {
  byId('live').dataset.state = state;
  byId('live').textContent = text;
}

const events = new EventSource('${events}');
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
