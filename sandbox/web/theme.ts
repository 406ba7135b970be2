const latin = 'U+0000-00FF, U+0131, U+2000-206F, U+20AC, U+2122, U+2190-21FF';
const latinExtended = 'U+0100-02BA, U+1E00-1E9F, U+20A0-20AB, U+20AD-20C0';

/** Hindi, Marathi and Nepali, with joiners and the dotted circle. */
const devanagari = 'U+0900-097F, U+1CD0-1CF9, U+200C-200D, U+20A8, U+20B9, U+25CC, U+A8E0-A8FF';

/** One subset of a variable font. */
function face(family: string, directory: string, subset: string, range: string): string {
  return `@font-face {
  font-family: '${family}';
  src: url('/fonts/${directory}/${directory}-${subset}-wght-normal.woff2') format('woff2-variations');
  font-weight: 100 900;
  font-display: swap;
  unicode-range: ${range};
}
`;
}

const faces = [
  face('Inter Variable', 'inter', 'latin', latin),
  face('Inter Variable', 'inter', 'latin-ext', latinExtended),
  face('JetBrains Mono Variable', 'jetbrains-mono', 'latin', latin),
  face('JetBrains Mono Variable', 'jetbrains-mono', 'latin-ext', latinExtended),
  face('Noto Sans Devanagari Variable', 'noto-sans-devanagari', 'devanagari', devanagari),
].join('');

/** Colours, type and elements that all pages of the sandbox share. */
export const theme = `${faces}
:root {
  color-scheme: light dark;
  --paper: #FAF8F4;
  --sheet: #FFFFFF;
  --sunken: #F1EEE7;
  --ink: #16181D;
  --quiet: #5C5F68;
  --line: #DDD8CD;
  --field: #8B8779;
  --coral: #F37254;
  --on-coral: #16181D;
  --blue: #2B4C9B;
  --green: #1F6B45;
  --red: #B3261E;
  --amber: #855300;
  --mark: #FCE5DE;
  --text: 'Inter Variable', 'Noto Sans Devanagari Variable', system-ui, sans-serif;
  --mono: 'JetBrains Mono Variable', ui-monospace, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0F1115;
    --sheet: #171A20;
    --sunken: #242932;
    --ink: #FAF8F4;
    --quiet: #A5A8B0;
    --line: #2B3038;
    --field: #6E747F;
    --blue: #9DB5F2;
    --green: #7ACFA2;
    --red: #FF9A8F;
    --amber: #E9B872;
    --mark: #47291F;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 16px; }
body {
  margin: 0;
  border-top: 6px solid;
  border-image: repeating-linear-gradient(-45deg,
    #F37254 0 12px, var(--paper) 12px 18px, #2B4C9B 18px 30px, var(--paper) 30px 36px) 6;
  background: var(--paper);
  color: var(--ink);
  font: 400 14px/1.5 var(--text);
}
h1, h2, h3, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 28px; line-height: 1.2; font-weight: 600; letter-spacing: -0.02em; }
h2 { font-size: 16px; line-height: 1.4; font-weight: 600; }
a { color: var(--blue); text-underline-offset: 3px; }
code, .mono { font-family: var(--mono); font-size: 13px; font-feature-settings: 'calt' 0; }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 16px; top: 16px; padding: 8px 12px; background: var(--sheet); z-index: 1; }
.unseen {
  position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
.quiet { color: var(--quiet); }
.bar {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: 8px 24px; padding: 12px 24px; border-bottom: 1px solid var(--line);
}
.brand { font-weight: 600; font-size: 16px; letter-spacing: -0.01em; }
.brand a { color: inherit; text-decoration: none; }
.brand span { color: var(--quiet); font-weight: 400; }
.parts { display: flex; gap: 4px; margin-right: auto; }
.parts a {
  padding: 6px 12px; border-radius: 6px; color: var(--quiet); font-weight: 500; text-decoration: none;
}
.parts a:hover { color: var(--ink); text-decoration: underline; }
.parts [aria-current] { background: var(--sunken); color: var(--ink); }
.notice { max-width: 480px; margin: 96px auto; padding: 0 24px; display: grid; gap: 12px; }
label { font-weight: 500; }
input, select, button { font: inherit; color: inherit; }
input, select {
  width: 100%; height: 40px; padding: 0 12px;
  border: 1px solid var(--field); border-radius: 6px; background: var(--sheet);
}
::placeholder { color: var(--quiet); opacity: 1; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center;
  min-height: 40px; padding: 0 16px; cursor: pointer; font-weight: 500; white-space: nowrap;
  border: 1px solid var(--field); border-radius: 6px; background: var(--sheet);
  color: var(--ink); text-decoration: none;
}
button:hover, .button:hover { border-color: var(--ink); }
button.primary { background: var(--coral); border-color: var(--coral); color: var(--on-coral); }
button.primary:hover { border-color: var(--ink); }
button.danger { color: var(--red); border-color: currentcolor; }
.stamp {
  display: inline-block; padding: 1px 6px; border: 1.5px solid currentcolor; border-radius: 4px;
  font: 600 11px/1.45 var(--mono); letter-spacing: 0.04em; text-transform: uppercase;
}
.stamp.good { color: var(--green); }
.stamp.bad { color: var(--red); }
.stamp.wait { color: var(--amber); }
.status { display: flex; align-items: center; gap: 16px; }
.status a { color: inherit; text-decoration: none; }
.status a:hover { text-decoration: underline; }
.live { display: inline-flex; align-items: center; gap: 6px; color: var(--quiet); font-size: 13px; }
.live:not(:empty)::before {
  content: ''; width: 8px; height: 8px; border-radius: 50%; background: var(--amber);
}
.live[data-state='open']::before { background: var(--green); }

.feed-head {
  display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between;
  gap: 16px 24px; margin-bottom: 16px;
}
.feed-head > div:first-child { flex: 1 1 280px; text-wrap: balance; }
.tools, .tools form[role='search'] { display: flex; gap: 8px; }
.tools [type='search'] { width: 184px; }
.confirm { position: relative; }
.confirm summary { list-style: none; }
.confirm summary::-webkit-details-marker { display: none; }
.confirm form {
  position: absolute; z-index: 1; right: 0; top: calc(100% + 8px); width: 256px;
  display: grid; gap: 12px; padding: 16px;
  border: 1px solid var(--field); border-radius: 8px; background: var(--sheet);
}
#summary { margin-bottom: 16px; }
.nothing {
  display: grid; gap: 8px; max-width: 480px; padding: 32px;
  border: 1px dashed var(--field); border-radius: 20px; color: var(--quiet);
}
.nothing strong { font-size: 16px; font-weight: 600; color: var(--ink); }
.nothing dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; }
.nothing dd { color: var(--ink); }
summary { cursor: pointer; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
th { text-align: left; font-weight: 600; }
th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:first-child { white-space: nowrap; }
@media (max-width: 767px) {
  .bar { padding-inline: 16px; }
  .tools { flex-wrap: wrap; width: 100%; }
  .tools form[role='search'] { flex: 1 1 200px; }
  .tools [type='search'] { width: 100%; min-width: 0; }
}
`;
