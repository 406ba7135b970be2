/**
 * The browser script of pages with live updates (`serveChanges`). After each change, the page fetches itself again and
 * replaces the `data-live` elements whose markup has changed. So only the server generates and escapes markup. The
 * script also copies one-time codes. Without this script, visitors see changes only after they reload the page.
 */
export const liveScript = `
document.documentElement.classList.add('js');
const byId = (id) => document.getElementById(id);

/** The markup of the live elements by their ids, as the server last sent it. */
const shown = new Map([...document.querySelectorAll('[data-live]')].map(({ id, innerHTML }) => [id, innerHTML]));

/** Replaces an element. Open details stay open, lists keep their scroll position, and focus stays where it is. */
function replace(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement.id : '';
  const open = [...old.querySelectorAll('details[open][id]')].map(({ id }) => id);
  const scrolled = [...old.querySelectorAll('ol[id]')].map(({ id, scrollTop }) => [id, scrollTop]);
  old.replaceWith(fresh);
  for (const id of open) byId(id)?.setAttribute('open', '');
  for (const [id, top] of scrolled) if (byId(id)) byId(id).scrollTop = top;
  if (focused) byId(focused)?.focus({ preventScroll: true });
}

let fetching = false;
let again = false;

/** Fetches this page, and fetches it once more if something has changed in the meantime. */
async function update() {
  again = true;
  if (fetching) return;
  fetching = true;
  while (again) {
    again = false;
    const response = await fetch(location.href);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const [id, markup] of shown) {
      const fresh = page.getElementById(id);
      if (!fresh || fresh.innerHTML === markup) continue;
      shown.set(id, fresh.innerHTML);
      replace(byId(id), document.adoptNode(fresh));
    }
  }
  fetching = false;
}

function showState(state, text) {
  byId('live').dataset.state = state;
  byId('live').textContent = text;
}

const events = new EventSource('/events' + location.pathname);
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

/** Copies a code; if the browser forbids it, selects the code for the visitor to copy. */
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button[data-copy]');
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(button.closest('li').querySelector('.code'));
    button.textContent = 'Selected: now copy';
  }
  setTimeout(() => { button.textContent = 'Copy code'; }, 2000);
});
`;
