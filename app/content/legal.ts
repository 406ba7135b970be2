/** The legal texts, and when each was last changed; null for one that is always of today. */
export const legalTexts = {
  'terms-of-service': { changed: '2024-04-05' },
  'privacy-policy': { changed: '2024-04-05' },
  'cookie-policy': { changed: null },
} as const;

export type LegalTextId = keyof typeof legalTexts;
