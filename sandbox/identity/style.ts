/** Styles of the consent page. */
export const style = `
.consent { max-width: 440px; margin: 48px auto; padding: 0 24px; display: grid; gap: 16px; }
.consent form { display: grid; gap: 16px; padding: 24px; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); }
.consent .field { display: grid; gap: 4px; }
.consent .tick { display: flex; align-items: center; gap: 8px; }
.consent .tick input { width: 18px; height: 18px; }
.consent .choice { display: flex; flex-wrap: wrap; gap: 8px; }
.consent .error { color: var(--red); }
`;
