/** The documentation, under its other name. */
export { default, loader, meta } from './_site.docs.($section).tsx';
