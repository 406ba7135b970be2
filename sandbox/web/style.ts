/** The families of the fonts. Their packages are `@fontsource-variable/<family>`. */
export const fontFamilies = ['inter', 'jetbrains-mono', 'noto-sans-devanagari'] as const;

/** Returns the rule for one subset of a variable font. */
const face = (name: string, family: (typeof fontFamilies)[number], subset: string, range: string) =>
  `@font-face {
  font-family: '${name}'; font-weight: 100 900; font-display: swap; unicode-range: ${range};
  src: url('/fonts/${family}/${family}-${subset}-wght-normal.woff2') format('woff2-variations');
}
`;

const latin = 'U+0000-00FF, U+0131, U+2000-206F, U+20AC, U+2122, U+2190-21FF';
const latinExtended = 'U+0100-02BA, U+1E00-1E9F, U+20A0-20AB, U+20AD-20C0';
/** The characters of Hindi, Marathi and Nepali, including joiners and the dotted circle. */
const devanagari = 'U+0900-097F, U+1CD0-1CF9, U+200C-200D, U+20A8, U+20B9, U+25CC, U+A8E0-A8FF';

/** The style sheet of all pages. */
export const style = `${[
  face('Inter Variable', 'inter', 'latin', latin),
  face('Inter Variable', 'inter', 'latin-ext', latinExtended),
  face('JetBrains Mono Variable', 'jetbrains-mono', 'latin', latin),
  face('JetBrains Mono Variable', 'jetbrains-mono', 'latin-ext', latinExtended),
  face('Noto Sans Devanagari Variable', 'noto-sans-devanagari', 'devanagari', devanagari),
].join('')}
:root {
  color-scheme: light dark;
  --paper: #FAF8F4; --sheet: #FFFFFF; --sunken: #F1EEE7;
  --ink: #16181D; --quiet: #5C5F68; --line: #DDD8CD; --field: #8B8779;
  --coral: #F37254; --on-coral: #16181D; --blue: #2B4C9B;
  --green: #1F6B45; --red: #B3261E; --amber: #855300; --mark: #FCE5DE;
  --text: 'Inter Variable', 'Noto Sans Devanagari Variable', system-ui, sans-serif;
  --mono: 'JetBrains Mono Variable', ui-monospace, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0F1115; --sheet: #171A20; --sunken: #242932;
    --ink: #FAF8F4; --quiet: #A5A8B0; --line: #2B3038; --field: #6E747F;
    --blue: #9DB5F2; --green: #7ACFA2; --red: #FF9A8F; --amber: #E9B872; --mark: #47291F;
  }
}

/* Elements */
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 16px; }
body {
  margin: 0; border-top: 6px solid;
  border-image: repeating-linear-gradient(-45deg,
    #F37254 0 12px, var(--paper) 12px 18px, #2B4C9B 18px 30px, var(--paper) 30px 36px) 6;
  background: var(--paper); color: var(--ink); font: 400 14px/1.5 var(--text);
}
h1, h2, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 28px; line-height: 1.2; font-weight: 600; letter-spacing: -0.02em; }
h2 { font-size: 16px; line-height: 1.4; font-weight: 600; }
a { color: var(--blue); text-underline-offset: 3px; }
code, .mono { font-family: var(--mono); font-size: 13px; font-feature-settings: 'calt' 0; overflow-wrap: anywhere; }
pre { margin: 0; font: 400 13px/1.55 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
label { font-weight: 500; }
input, select, button { font: inherit; color: inherit; }
input, select {
  width: 100%; height: 40px; padding: 0 12px;
  border: 1px solid var(--field); border-radius: 6px; background: var(--sheet);
}
[type='checkbox'], [type='radio'] { flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--blue); }
::placeholder { color: var(--quiet); opacity: 1; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center;
  min-height: 40px; padding: 0 16px; cursor: pointer; font-weight: 500; white-space: nowrap;
  border: 1px solid var(--field); border-radius: 6px; background: var(--sheet);
  color: var(--ink); text-decoration: none;
}
button:hover, .button:hover { border-color: var(--ink); }
button.primary { background: var(--coral); border-color: var(--coral); color: var(--on-coral); }
summary { cursor: pointer; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
th { text-align: left; font-weight: 600; }
th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
legend { padding: 0 0 8px; font-weight: 600; }
iframe { display: block; width: 100%; height: 640px; border: 0; }

/* Parts of every page */
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 16px; top: 16px; padding: 8px 12px; background: var(--sheet); z-index: 1; }
.quiet { color: var(--quiet); }
.help, .facts { font-size: 13px; color: var(--quiet); overflow-wrap: anywhere; }
.error { color: var(--red); }
.bar {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: 8px 24px; padding: 12px 24px; border-bottom: 1px solid var(--line);
}
.brand { font-weight: 600; font-size: 16px; letter-spacing: -0.01em; }
.brand a { color: inherit; text-decoration: none; }
.brand span { color: var(--quiet); font-weight: 400; }
.parts { display: flex; gap: 4px; margin-right: auto; }
.parts a { padding: 6px 12px; border-radius: 6px; color: var(--quiet); font-weight: 500; text-decoration: none; }
.parts a:hover { color: var(--ink); text-decoration: underline; }
.parts [aria-current] { background: var(--sunken); color: var(--ink); }
.status { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; }
.status a { color: inherit; text-decoration: none; }
.live { display: inline-flex; align-items: center; gap: 6px; color: var(--quiet); font-size: 13px; }
.live:not(:empty)::before { content: ''; width: 8px; height: 8px; border-radius: 50%; background: var(--amber); }
.live[data-state='open']::before { background: var(--green); }
.stamp {
  display: inline-block; padding: 1px 6px; border: 1.5px solid currentcolor; border-radius: 4px;
  font: 600 11px/1.45 var(--mono); letter-spacing: 0.04em; text-transform: uppercase;
}
.stamp.good { color: var(--green); }
.stamp.bad { color: var(--red); }
.stamp.wait { color: var(--amber); }
.notice { max-width: 480px; margin: 96px auto; padding: 0 24px; display: grid; gap: 12px; }
.feed { max-width: 1280px; margin: 0 auto; padding: 24px; }
.feed.split { display: grid; grid-template-columns: minmax(0, 1fr) 320px; gap: 32px; max-width: 1680px; }
.feed-head {
  display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between;
  gap: 16px 24px; margin-bottom: 16px;
}
.feed-head > div:first-child { flex: 1 1 280px; }
.tools, .tools form { display: flex; flex-wrap: wrap; gap: 8px; }
.tools [type='search'] { width: 172px; }
#summary { margin-bottom: 16px; }
.nothing {
  display: grid; gap: 8px; max-width: 480px; padding: 32px;
  border: 1px dashed var(--field); border-radius: 20px; color: var(--quiet); overflow-wrap: anywhere;
}
.nothing strong { font-size: 16px; font-weight: 600; color: var(--ink); }
.facts-list { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; overflow-wrap: anywhere; }
.facts-list dt { color: var(--quiet); }
.magic { display: grid; gap: 12px; max-width: 960px; margin-top: 40px; }
aside { display: grid; gap: 32px; align-content: start; padding-left: 32px; border-left: 1px solid var(--line); }
.panel, .panel form { display: grid; gap: 12px; align-content: start; }
.panel code { overflow-wrap: normal; }
.field { display: grid; gap: 4px; }
.switch label { display: flex; gap: 8px; align-items: center; min-height: 24px; font-weight: 400; }
.panel details dl { display: grid; gap: 2px; padding-top: 12px; font-size: 13px; }
.panel details dt { font-weight: 600; }
.panel details dd { margin-bottom: 8px; color: var(--quiet); }
.cards { display: grid; gap: 12px; }
.card { border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); overflow: hidden; min-width: 0; }

/* Handset */
.phones { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr)); }
.phones.one { grid-template-columns: minmax(0, 560px); }
.phone { display: flex; flex-direction: column; border-radius: 20px; }
.phone > header {
  display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between;
  gap: 0 12px; padding: 12px 16px; border-bottom: 1px solid var(--line);
}
.phone h2 { font-size: 14px; }
.phone h2 a { color: inherit; text-decoration: none; }
/* The list has the newest text first and is laid out upwards, so that, as on a phone, it shows the newest text at the bottom. */
.phone ol {
  display: flex; flex: 1; flex-direction: column-reverse; gap: 12px;
  max-height: 416px; padding: 16px; overflow-y: auto; overscroll-behavior: contain;
}
.phone ol::before { content: ''; flex: 1 0 0; margin-top: -12px; }
.phones.one ol { max-height: 75vh; }
.text {
  display: grid; gap: 6px; justify-items: start; padding: 10px 12px;
  border-radius: 4px 14px 14px 14px; background: var(--sunken);
}
.from { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; width: 100%; }
.from .mono { font-weight: 600; color: var(--ink); }
.words { width: 100%; font-size: 16px; line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere; }
.code {
  padding: 0 4px; border-radius: 4px; background: var(--mark);
  font: 600 16px/1.4 var(--mono); letter-spacing: 0.04em; user-select: all;
}
[data-copy] { display: none; min-height: 32px; padding: 0 12px; font-size: 13px; }
.js [data-copy] { display: inline-flex; }
.gap { padding: 0 6px; border: 1px dashed currentcolor; border-radius: 4px; font-size: 13px; color: var(--amber); }

/* Mailbox */
.panes { display: grid; grid-template-columns: 336px minmax(0, 1fr); gap: 24px; align-items: start; }
.mails { display: grid; max-height: 75vh; overflow-y: auto; }
.mails li + li, .posts li + li { border-top: 1px solid var(--line); }
.mails a {
  display: grid; gap: 2px; padding: 12px 16px; border-left: 3px solid transparent;
  color: var(--ink); text-decoration: none; overflow-wrap: anywhere;
}
.mails a:focus-visible { outline-offset: -3px; }
.mails [aria-current] { border-left-color: var(--coral); background: var(--sunken); }
.mails strong { font-weight: 600; }
.mail header { display: grid; gap: 8px; padding: 16px 24px; border-bottom: 1px solid var(--line); }
.mail summary { padding: 12px 24px; font-weight: 500; }
.mail pre { padding: 0 24px 24px; }

/* Slack */
.posts li { display: grid; gap: 4px; padding: 12px 16px; white-space: pre-wrap; overflow-wrap: anywhere; }

/* Payments */
.sums { display: grid; grid-template-columns: repeat(auto-fit, minmax(136px, 1fr)); gap: 12px 24px; }
.sums dt { font-size: 13px; color: var(--quiet); }
.sums dd { font-size: 16px; font-weight: 600; font-variant-numeric: tabular-nums; }
.order { display: grid; gap: 12px; padding: 16px; }
.order header { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; }
.payment { padding-left: 12px; border-left: 2px solid var(--line); }
.events li {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 12px;
  padding: 8px 0; border-bottom: 1px solid var(--line); font-size: 13px;
}

/* Consent page and Checkout, which fits a frame of 440 by 640 */
.consent, .checkout { max-width: 440px; margin: 0 auto; padding: 24px; display: grid; gap: 20px; align-content: start; }
.checkout { min-height: 100dvh; overflow-wrap: anywhere; }
.checkout > header { display: grid; gap: 4px; padding-left: 16px; border-left: 4px solid var(--coral); }
.checkout h1 { font-size: 20px; }
.checkout form, .consent form { display: grid; gap: 20px; }
.amount { font-size: 28px; line-height: 1.3; font-weight: 600; }
.choices { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
.choices .wide { grid-column: 1 / -1; }
.tick { display: flex; align-items: center; gap: 12px; min-height: 44px; }
fieldset .tick { padding: 0 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--sheet); }
.tick:has([type='radio']:checked) { border-color: var(--blue); }

@media (max-width: 1023px) {
  .feed.split, .panes { grid-template-columns: minmax(0, 1fr); }
  .mails { max-height: 304px; }
  aside { padding: 24px 0 0; border-left: 0; border-top: 1px solid var(--line); }
}
@media (max-width: 767px) { .feed, .bar { padding-inline: 16px; } }
`;
