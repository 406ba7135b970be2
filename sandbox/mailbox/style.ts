/** Styles of the mailbox. */
export const style = `
.mailbox { max-width: 1280px; margin: 0 auto; padding: 24px; }
.panes { display: grid; grid-template-columns: 336px minmax(0, 1fr); gap: 24px; align-items: start; }
.mails { display: grid; max-height: 75vh; overflow-y: auto; }
.mails:not(:empty) { border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); }
.mails li + li { border-top: 1px solid var(--line); }
.mails a {
  display: grid; gap: 2px; padding: 12px 16px; border-left: 3px solid transparent;
  color: var(--ink); text-decoration: none; overflow-wrap: anywhere;
}
.mails a:hover .subject { text-decoration: underline; }
.mails a:focus-visible { outline-offset: -3px; }
.mails [aria-current] { border-left-color: var(--coral); background: var(--sunken); }
.subject { font-weight: 600; }
.to, .at { font-size: 13px; color: var(--quiet); }
.pane:empty { display: none; }
.pane article { border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); overflow: hidden; }
.pane header { display: grid; gap: 8px; padding: 16px 24px; border-bottom: 1px solid var(--line); }
.pane header dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 16px; font-size: 13px; }
.pane dt { color: var(--quiet); }
.pane dd { overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 640px; border: 0; }
.pane details { border-top: 1px solid var(--line); }
.pane header + details { border-top: 0; }
.pane summary { padding: 12px 24px; font-weight: 500; }
pre {
  margin: 0; padding: 0 24px 24px; font: 400 13px/1.55 var(--mono);
  white-space: pre-wrap; overflow-wrap: anywhere;
}
.magic { display: grid; gap: 12px; max-width: 640px; margin-top: 40px; }
@media (max-width: 1023px) {
  .panes { grid-template-columns: minmax(0, 1fr); }
  .mails { max-height: 304px; }
}
@media (max-width: 767px) {
  .mailbox { padding: 16px; }
  .pane header, .pane summary { padding-inline: 16px; }
  pre { padding-inline: 16px; }
}
`;
