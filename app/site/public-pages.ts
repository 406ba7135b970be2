import { docsSections } from '#app/content/docs.ts';
import { paths } from '#app/paths.ts';

const [, ...others] = docsSections;

const forReading = [
  paths.home,
  paths.features,
  paths.plans,
  paths.docs,
  ...others.map(({ id }) => paths.docsSection(id)),
  paths.reference,
  paths.about,
  paths.blog,
  paths.careers,
  paths.contact,
  paths.terms,
  paths.privacy,
  paths.cookies,
  paths.refunds,
];

/** Whether visitors only read this page, so that most of them never need its scripts. */
export const isForReading = (path: string): boolean =>
  forReading.includes(path) || path.startsWith(`${paths.reference}/`);

const forms: string[] = [paths.login, paths.register];

/** Whether this is a page of the sitemap. */
export const isPublicPage = (path: string): boolean => isForReading(path) || forms.includes(path);

/**
 * All public pages by canonical path, for the sitemap. The first section of the documentation is the
 * documentation's own page.
 *
 * @param operations ids of the API's operations and types of webhook events, one page each
 */
export const publicPages = (operations: string[]): string[] => [
  ...forReading,
  ...forms,
  ...operations.map(paths.operation),
];
