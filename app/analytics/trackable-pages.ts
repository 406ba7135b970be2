import { paths } from '#app/paths.ts';

const trackablePages = [
  paths.home,
  paths.features,
  paths.plans,
  paths.about,
  paths.contact,
  paths.blog,
  paths.careers,
  paths.terms,
  paths.privacy,
  paths.cookies,
  paths.refunds,
  paths.docs,
  paths.reference,
];

/**
 * Whether visits to a page may be counted. Pages with keys, passwords or secret links never load a
 * third-party script.
 */
export const isTrackable = (pathname: string): boolean =>
  trackablePages.includes(pathname) || pathname.startsWith(`${paths.docs}/`);
