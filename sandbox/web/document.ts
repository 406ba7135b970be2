import { type Html, html } from './html.ts';

const parts = {
  handset: ['/', 'Handset'],
  mailbox: ['/mailbox', 'Mailbox'],
  payments: ['/payments', 'Payments'],
  slack: ['/slack', 'Slack'],
} as const;

type Part = keyof typeof parts;

type DocumentOptions = {
  title: string;
  /** Addresses of additional style sheets and module scripts. */
  styles?: readonly string[];
  scripts?: readonly string[];
  /** The part of the sandbox that the page belongs to. */
  part?: Part;
  /** Right side of the top bar. */
  status?: Html;
  main: Html;
};

/** A page of the sandbox: stripe, top bar, content. */
export function renderDocument({
  title,
  styles = [],
  scripts = [],
  part,
  status,
  main,
}: DocumentOptions): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Dakiya sandbox</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
${['/assets/theme.css', ...styles].map((href) => html`<link rel="stylesheet" href="${href}">\n`)}
${scripts.map((src) => html`<script type="module" src="${src}"></script>\n`)}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<p class="brand"><a href="/">Dakiya</a> <span>Sandbox</span></p>
<nav class="parts" aria-label="Parts of the sandbox">
${Object.entries(parts).map(([name, [href, label]]) => html`<a href="${href}"${name === part && html` aria-current="page"`}>${label}</a>\n`)}
</nav>
${status ?? null}
</header>
<main id="main" tabindex="-1">
${main}
</main>
</body>
</html>
`.markup;
}
