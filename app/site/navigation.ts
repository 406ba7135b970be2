import { paths } from '#app/paths.ts';

type NavLink = { to: string; label: string };

/** The links of the top bar, from the specification. */
export const topLinks: NavLink[] = [
  { to: paths.features, label: 'Features' },
  { to: paths.plans, label: 'Pricing' },
  { to: paths.about, label: 'About' },
  { to: paths.docs, label: 'Documentation' },
  { to: paths.reference, label: 'API Reference' },
];

/** The columns of the footer. */
export const footerColumns: { title: string; links: NavLink[] }[] = [
  {
    title: 'Product',
    links: [
      { to: paths.features, label: 'Features' },
      { to: paths.plans, label: 'Pricing' },
      { to: paths.docs, label: 'Documentation' },
      { to: paths.reference, label: 'API Reference' },
    ],
  },
  {
    title: 'Company',
    links: [
      { to: paths.about, label: 'About' },
      { to: paths.blog, label: 'Blog' },
      { to: paths.careers, label: 'Careers' },
      { to: paths.contact, label: 'Contact' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: paths.privacy, label: 'Privacy Policy' },
      { to: paths.terms, label: 'Terms of Service' },
      { to: paths.cookies, label: 'Cookie Policy' },
      { to: paths.refunds, label: 'Cancellations & Refunds' },
    ],
  },
];
