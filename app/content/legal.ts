/** The legal texts and the date of their last change; null shows today's date. */
export const legalTexts = {
  'terms-of-service': { changed: '2024-04-05' },
  'privacy-policy': { changed: '2024-04-05' },
  'cookie-policy': { changed: null },
} as const;

export type LegalTextId = keyof typeof legalTexts;
