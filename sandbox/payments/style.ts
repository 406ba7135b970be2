/** Styles of the provider's page. */
export const style = `
.payments {
  display: grid; grid-template-columns: minmax(0, 1fr) 320px; gap: 32px;
  max-width: 1280px; margin: 0 auto; padding: 24px;
}
.sums { display: grid; grid-template-columns: repeat(auto-fit, minmax(136px, 1fr)); gap: 12px 24px; }
.sums dt { font-size: 13px; color: var(--quiet); }
.sums dd { font-size: 16px; font-weight: 600; font-variant-numeric: tabular-nums; }
.orders { display: grid; gap: 12px; }
.orders:empty { display: none; }
.order {
  display: grid; gap: 12px; padding: 16px; min-width: 0;
  border: 1px solid var(--line); border-radius: 8px; background: var(--sheet);
}
.order header { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; }
.order h2 { font-variant-numeric: tabular-nums; }
.facts { display: flex; flex-wrap: wrap; gap: 4px 16px; width: 100%; font-size: 13px; color: var(--quiet); }
.order code, .facts span { overflow-wrap: anywhere; }
.payment { display: grid; gap: 4px; padding-left: 12px; border-left: 2px solid var(--line); }
.events ul { display: grid; gap: 8px; padding-top: 12px; }
.events li {
  display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: 0 12px;
  padding-top: 8px; border-top: 1px solid var(--line); font-size: 13px;
}
.events li p { grid-column: 1; }
.events form { grid-column: 2; grid-row: 1 / 3; }
.events button { min-height: 36px; padding: 0 12px; font-size: 13px; }
#more:not(:empty) { margin-top: 16px; }
aside {
  display: grid; gap: 32px; align-content: start;
  padding-left: 32px; border-left: 1px solid var(--line);
}
#held:empty { display: none; }
.panel, .panel form { display: grid; gap: 12px; align-content: start; }
.field { display: grid; gap: 4px; }
.help { font-size: 13px; color: var(--quiet); }
.error { font-size: 13px; color: var(--red); }
[aria-invalid] { border-color: var(--red); }
.panel details dl { display: grid; gap: 2px; padding-top: 12px; font-size: 13px; }
.panel dt { font-weight: 600; }
.panel dd { margin-bottom: 8px; color: var(--quiet); }
@media (max-width: 1023px) {
  .payments { grid-template-columns: minmax(0, 1fr); }
  aside {
    grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr));
    padding: 24px 0 0; border-left: 0; border-top: 1px solid var(--line);
  }
  #held { grid-column: 1 / -1; }
}
@media (max-width: 767px) {
  .payments { padding: 16px; }
}
`;
