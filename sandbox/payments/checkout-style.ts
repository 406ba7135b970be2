/** Styles of Checkout, for a frame of 440 by 620 and for phones. */
export const checkoutStyle = `
.checkout {
  --merchant: var(--coral);
  display: grid; gap: 20px; max-width: 440px; min-height: 100vh; min-height: 100dvh;
  margin: 0 auto; padding: 24px; align-content: start;
}
.checkout > header { display: grid; gap: 4px; padding-left: 16px; border-left: 4px solid var(--merchant); }
.checkout h1 { font-size: 20px; overflow-wrap: anywhere; }
.checkout header p { overflow-wrap: anywhere; }
.amount { font: 600 28px/1.3 var(--text); font-variant-numeric: tabular-nums; letter-spacing: -0.02em; }
.checkout form { display: grid; gap: 20px; }
fieldset { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin: 0; padding: 0; border: 0; }
legend { padding: 0 0 8px; font-weight: 600; }
.tick {
  display: flex; align-items: center; gap: 12px; min-height: 44px; padding: 0 12px; line-height: 1.3; cursor: pointer;
  border: 1px solid var(--line); border-radius: 6px; background: var(--sheet);
}
.tick input { width: 18px; height: 18px; margin: 0; accent-color: var(--blue); }
.tick:has(:checked) { border-color: var(--blue); }
.choice { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
.choice .wide, .choice .help { grid-column: 1 / -1; }
.choice button, .out .button, .out button { min-height: 44px; width: 100%; }
.help { font-size: 13px; }
.error { padding: 12px; border: 1px solid currentcolor; border-radius: 6px; color: var(--red); }
`;
