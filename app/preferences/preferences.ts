/** What a visitor may have chosen, whoever they are; it stays in their browser. */
export type Preferences = {
  theme: Theme;
  /** Whether the analytics script may be loaded; null until they were asked. */
  consent: Consent | null;
  language: Language;
};

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const consentChoices = ['yes', 'no'] as const;
export type Consent = (typeof consentChoices)[number];

/** The languages of the samples, as the specification orders them. */
export const languages = ['javascript', 'python', 'curl', 'java'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Record<Language, string> = {
  javascript: 'JavaScript',
  python: 'Python',
  curl: 'curl',
  java: 'Java',
};

/** The language of who has chosen none: what everybody has at hand. */
export const defaultLanguage: Language = 'curl';

/** The cookie that remembers the language. The browser writes it, so it is no secret of the server. */
export const languageCookie = 'language';
