/** The documentation at its second address. */
export { default, loader, meta } from './_site.docs.($section).tsx';
