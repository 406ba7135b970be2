import { billingSections } from './billing-sections.ts';
import { identitySections } from './identity-sections.ts';
import { messagingSections } from './messaging-sections.ts';
import type { Section } from './section.ts';

/** What an export contains, in this order. */
export const allSections: readonly Section[] = [
  ...identitySections,
  ...billingSections,
  ...messagingSections,
];
