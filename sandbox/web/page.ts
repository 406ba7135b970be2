/** Escaped markup that is safe to send. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Template tag for HTML. Values that are not `Html` are escaped for text and quoted attributes. Lists are
 * joined. Null, undefined and false render nothing.
 */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.map((part, i) => (i === 0 ? '' : render(values[i - 1])) + part).join(''));
}

function render(value: Value): string {
  if (value instanceof Html) return value.markup;
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'object') return value.map(render).join('');
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const parts = [
  ['/', 'Handset'],
  ['/mailbox', 'Mailbox'],
  ['/payments', 'Payments'],
  ['/slack', 'Slack'],
] as const;

type Page = {
  title: string;
  /** Name of the page's script in `/assets`. */
  script?: 'live' | 'checkout';
  /** Whether the page has the top bar; false for pages that are shown in a frame. */
  hasBar?: boolean;
  /** The content of the right side of the top bar. */
  status?: Html;
  main: Html;
};

/** Renders a page of the sandbox, with a stripe, the top bar and the content. */
export function renderPage({ title, script, hasBar = true, status, main }: Page): string {
  const bar = html`<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<p class="brand"><a href="/">Dakiya</a> <span>Sandbox</span></p>
<nav class="parts" aria-label="Parts of the sandbox">
${parts.map(([href, label]) => html`<a href="${href}"${label === title && html` aria-current="page"`}>${label}</a>\n`)}
</nav>
<p class="status">${script === 'live' && html`<span id="live" class="live" role="status"></span>`} ${status}</p>
</header>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Dakiya sandbox</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/style.css">
${script && html`<script type="module" src="/assets/${script}.js"></script>`}
</head>
<body>
${hasBar && bar}
<main id="main" tabindex="-1">
${main}
</main>
</body>
</html>
`.markup;
}

type Feed = {
  title: string;
  intro: string;
  /** The path of the page. A POST to `<path>/clear` deletes its entries. */
  path: string;
  /** The search field, if the page has one, and the term that it shows. */
  find?: { name: string; label: string; term: string };
};

/**
 * Renders the head of a page that lists received items: its title, the search, and buttons that refresh the page and delete
 * the items.
 */
export function renderFeedHead({ title, intro, path, find }: Feed): Html {
  const search =
    find &&
    html`<form role="search" action="${path}">
<input name="${find.name}" type="search" autocomplete="off" aria-label="${find.label}" placeholder="${find.label}" value="${find.term}">
<button>Find</button>
</form>`;
  return html`<header class="feed-head">
<div>
<h1>${title}</h1>
<p class="quiet">${intro}</p>
</div>
<div class="tools">
${search}
<a class="button" id="refresh" href="">Refresh</a>
<form method="post" action="${path === '/' ? '' : path}/clear"><button>Clear</button></form>
</div>
</header>`;
}

/** Renders a table with two columns, for example of magic numbers. */
export function renderTable(headings: [string, string], rows: [Html, string][]): Html {
  return html`<table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${rows.map(([name, text]) => html`<tr><td>${name}</td><td>${text}</td></tr>\n`)}
</tbody>
</table>`;
}

type Choice = { name: string; label: string; description: string };

/**
 * Renders a select field with behaviours, and a field for the number of uses to which the choice applies.
 *
 * @param id the prefix of the fields' ids
 */
export function renderBehaviourFields(id: string, choices: Choice[], chosen: string): Html {
  return html`<p class="field">
<label for="${id}-behaviour">Next behaviour</label>
<select id="${id}-behaviour" name="behaviour">
${choices.map(({ name, label }) => html`<option value="${name}"${name === chosen && html` selected`}>${label}</option>`)}
</select>
</p>
<p class="field">
<label for="${id}-count">For how many</label>
<input id="${id}-count" name="count" type="number" min="1" max="1000000" placeholder="until changed">
</p>
<details>
<summary>What each one does</summary>
<dl>
${choices.map(({ label, description }) => html`<dt>${label}</dt><dd>${description}</dd>\n`)}
</dl>
</details>`;
}

const clock = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Renders a time in IST. @param at milliseconds since 1970 */
export function renderTime(at: number): Html {
  const exact = new Date(at).toISOString();
  return html`<time datetime="${exact}" title="${exact}">${clock.format(at)} IST</time>`;
}

/** Returns the label of a behaviour and the number of remaining uses, such as `Throttled × 3`. */
export function renderBehaviour(label: string, remaining: number | null): string {
  return remaining === null ? label : `${label} × ${remaining}`;
}
