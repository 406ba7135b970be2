/** Styles of the handset. */
export const style = `
.handset {
  display: grid; grid-template-columns: minmax(0, 1fr) 352px; gap: 32px;
  max-width: 1680px; margin: 0 auto; padding: 24px;
}
.phones {
  display: grid; gap: 16px;
  grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr));
}
.phone {
  display: flex; flex-direction: column; min-width: 0; overflow: hidden;
  border: 1px solid var(--line); border-radius: 20px; background: var(--sheet);
}
.phone > header {
  display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between;
  gap: 0 12px; padding: 12px 16px; border-bottom: 1px solid var(--line);
}
.phone h2 { font-size: 14px; }
.phone h2 a { color: inherit; text-decoration: none; }
.phone h2 a:hover { text-decoration: underline; }
.phone > header p { font-size: 13px; }
/* The list holds the newest text first and is laid out upwards: like a phone, it rests at the end. */
.phone ol {
  display: flex; flex: 1; flex-direction: column-reverse; gap: 12px;
  min-height: 144px; max-height: 416px; padding: 16px;
  overflow-y: auto; overscroll-behavior: contain;
}
.phone ol::before { content: ''; flex: 1 0 0; margin-top: -12px; }
.phone ol:focus-visible { outline-offset: -3px; border-radius: 0 0 18px 18px; }
.phones.one { grid-template-columns: minmax(0, 560px); }
.phones.one .phone ol { max-height: 75vh; }

.text {
  display: grid; gap: 6px; justify-items: start; padding: 10px 12px;
  border-radius: 4px 14px 14px 14px; background: var(--sunken);
}
.from {
  display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; width: 100%;
  font-size: 13px; color: var(--quiet);
}
.from .mono { font-weight: 600; color: var(--ink); overflow-wrap: anywhere; }
.words {
  width: 100%; font-size: 16px; line-height: 1.45;
  white-space: pre-wrap; overflow-wrap: anywhere;
}
.code {
  padding: 0 4px; border-radius: 4px; background: var(--mark);
  font: 600 16px/1.4 var(--mono); letter-spacing: 0.04em; user-select: all;
}
.copy { display: none; min-height: 32px; padding: 0 12px; font-size: 13px; }
.js .copy { display: inline-flex; }
.facts { font-size: 13px; color: var(--quiet); overflow-wrap: anywhere; }
.facts .stamp { margin-right: 4px; }
.gap {
  padding: 0 6px; border: 1px dashed currentcolor; border-radius: 4px;
  font-size: 13px; color: var(--amber);
}

aside {
  display: grid; gap: 32px; align-content: start;
  padding-left: 32px; border-left: 1px solid var(--line);
}
.panel { display: grid; gap: 12px; align-content: start; }
.panel form { display: grid; gap: 12px; }
.field { display: grid; gap: 4px; }
.switch label { display: flex; gap: 8px; align-items: center; min-height: 24px; font-weight: 400; }
.switch input { flex: none; width: 18px; min-height: 18px; height: 18px; margin: 0; }
.panel form .switch + .switch { margin-top: -6px; }
.help { font-size: 13px; color: var(--quiet); }
.error { font-size: 13px; color: var(--red); }
[aria-invalid] { border-color: var(--red); }
.panel details dl { display: grid; gap: 2px; padding-top: 12px; font-size: 13px; }
.panel dt { font-weight: 600; }
.panel dd { margin-bottom: 8px; color: var(--quiet); }
@media (max-width: 1023px) {
  .handset { grid-template-columns: minmax(0, 1fr); }
  aside {
    grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr));
    padding: 24px 0 0; border-left: 0; border-top: 1px solid var(--line);
  }
}
@media (max-width: 767px) {
  .handset { padding: 16px; }
  .phone ol { min-height: 0; }
}
`;
