/** Styles of the Slack page. */
export const style = `
.slack { display: grid; gap: 16px; max-width: 960px; margin: 0 auto; padding: 24px; }
.posts { display: grid; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); }
.posts:empty { display: none; }
.posts li { display: grid; gap: 4px; padding: 12px 16px; }
.posts li + li { border-top: 1px solid var(--line); }
.posts .text { white-space: pre-wrap; overflow-wrap: anywhere; }
.posts .about { font-size: 13px; color: var(--quiet); }
.slack code { overflow-wrap: anywhere; }
@media (max-width: 767px) { .slack { padding: 16px; } }
`;
