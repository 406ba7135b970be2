/** Addresses of the fonts. A font with one address has all weights in one file. */
type StatusFonts = { sans: string; sansStrong?: string; serif: string };

const face = (family: string, weight: string, url: string) =>
  `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url("${url}")}`;

/**
 * The style sheet of the status page. It is separate from the site's, because the static copy has only this file. Its
 * colours are those of `app/styles/tokens.css`.
 */
export const statusStyle = ({ sans, sansStrong, serif }: StatusFonts): string =>
  [
    ...(sansStrong
      ? [face('Inter', '400', sans), face('Inter', '600', sansStrong)]
      : [face('Inter', '100 900', sans)]),
    face('Instrument Serif', '400', serif),
    rules,
  ].join('\n');

const rules = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#faf8f4, #0f1115);
  --raised: light-dark(#ffffff, #171a20);
  --ink: light-dark(#16181d, #ece8e0);
  --faint: light-dark(#5c6068, #a2a6ae);
  --line: light-dark(#e3ded4, #2a2e36);
  --coral: #f37254;
  --airmail: light-dark(#2b4c9b, #93aef0);
  --good: light-dark(#1d7044, #63cf97);
  --bad: light-dark(#b3261e, #ff9a8f);
  --waiting: light-dark(#7a5a00, #e0bd5c);
  --partial: light-dark(#a3401f, #f59a80);
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 400 0.875rem/1.55 Inter, system-ui, sans-serif;
  font-variant-ligatures: no-contextual;
}
.edge {
  height: 6px;
  background: repeating-linear-gradient(-45deg, var(--coral) 0 12px, transparent 12px 20px, var(--airmail) 20px 32px, transparent 32px 40px);
}
.page { max-width: 60rem; margin: 0 auto; padding: 0 1rem 3rem; }
header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.5rem 1rem; padding: 1.25rem 0; }
h1, h2, h3, p, dl, dd, ol, ul { margin: 0; padding: 0; }
h1 { font: 400 1.75rem/1.15 "Instrument Serif", Georgia, serif; }
h2 { font-size: 1.25rem; font-weight: 600; line-height: 1.3; letter-spacing: -0.01em; text-wrap: balance; }
h3 { font-size: 0.9375rem; font-weight: 600; line-height: 1.4; overflow-wrap: anywhere; }
a { color: var(--airmail); text-underline-offset: 0.2em; }
header a { color: inherit; text-decoration: none; }
header nav { display: flex; gap: 1.25rem; font-size: 0.8125rem; }
header nav a, footer a { display: inline-block; padding: 0.25rem 0; }
header nav a { color: var(--faint); }
header a:hover, footer a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--airmail); outline-offset: 2px; }
main { display: grid; gap: 2.5rem; }
section { display: grid; gap: 0.875rem; min-width: 0; }
.faint { color: var(--faint); font-size: 0.8125rem; }
.overall {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem 1.5rem;
  padding: 1.5rem; border: 1px solid var(--tone); border-radius: 0.5rem;
  background: color-mix(in oklab, var(--tone) 7%, var(--raised));
}
.overall h2 { font: 400 1.75rem/1.15 "Instrument Serif", Georgia, serif; letter-spacing: 0; }
.card { border: 1px solid var(--line); border-radius: 0.5rem; background: var(--raised); }
.rows > li { list-style: none; display: grid; gap: 0.5rem; padding: 1rem 1.25rem; }
.rows > li + li { border-top: 1px solid var(--line); }
.head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1rem; }
.stamp {
  display: inline-block; padding: 0.1rem 0.5rem; border: 1.5px solid var(--tone); border-radius: 0.25rem; color: var(--tone);
  font: 600 0.75rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; letter-spacing: 0.04em; text-transform: uppercase;
}
.operational { --tone: var(--good); }
.degraded_performance, .minor { --tone: var(--waiting); }
.partial_outage, .major { --tone: var(--partial); }
.major_outage, .critical { --tone: var(--bad); }
.under_maintenance, .maintenance { --tone: var(--airmail); }
.none { --tone: var(--good); }
.no_data { --tone: var(--faint); }
svg.days { display: block; width: 100%; height: 2rem; }
svg.days rect { fill: var(--tone); }
svg.days .no_data { fill: var(--line); }
.axis { display: flex; align-items: center; gap: 0.75rem; color: var(--faint); font-size: 0.8125rem; }
.axis i { flex: 1; height: 1px; background: var(--line); }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; color: var(--faint); font-size: 0.8125rem; }
.legend li { list-style: none; display: flex; align-items: flex-end; gap: 0.4rem; line-height: 1.25; }
.legend svg { width: 5px; height: 1rem; flex: none; }
.legend rect { fill: var(--tone); }
.report { display: grid; gap: 0.75rem; padding: 1.25rem; border-left: 3px solid var(--tone); min-width: 0; }
.report ol { display: grid; gap: 0.75rem; }
.report ol li { list-style: none; }
.report .text { white-space: pre-line; overflow-wrap: anywhere; max-width: 44rem; }
.past { display: grid; gap: 0.75rem; }
details summary { cursor: pointer; padding: 0.15rem 0; color: var(--airmail); font-size: 0.8125rem; width: fit-content; }
table { border-collapse: collapse; margin-top: 0.5rem; font-size: 0.8125rem; }
caption { text-align: left; color: var(--faint); padding-bottom: 0.25rem; }
th, td { text-align: left; padding: 0.15rem 1.25rem 0.15rem 0; font-weight: 400; vertical-align: top; }
thead th { color: var(--faint); }
.notice { padding: 0.875rem 1.25rem; border: 1px solid var(--waiting); border-radius: 0.5rem; background: color-mix(in oklab, var(--waiting) 8%, var(--raised)); }
footer { display: grid; gap: 0.75rem; margin-top: 3rem; padding-top: 1.25rem; border-top: 1px solid var(--line); color: var(--faint); font-size: 0.8125rem; }
footer p { max-width: 46rem; }
footer ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; list-style: none; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; padding: 0.5rem 0.75rem; background: var(--raised); }
@media (min-width: 48rem) {
  .page { padding: 0 1.5rem 4rem; }
  header { padding: 1.75rem 0; }
  .overall h2 { font-size: 2.5rem; }
  svg.days { height: 2.25rem; }
}
@media print { .edge, header nav, details summary { display: none; } }
`;
