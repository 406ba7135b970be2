import { paths } from '#app/paths.ts';
import type { PlanOutput } from '#domain/billing/plans/read-plans.ts';

/** Structured data for search engines: the organization, the site and the product (https://schema.org). */
export function structuredData(publicUrl: string, plans: PlanOutput[]) {
  const organization = { '@id': `${publicUrl}/#organization` };
  const offers = plans
    .filter(({ numericPrice }) => numericPrice > 0)
    .map(({ name, numericPrice }) => ({
      '@type': 'Offer',
      name,
      price: numericPrice,
      priceCurrency: 'INR',
      url: publicUrl + paths.plans,
    }));
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...organization,
        name: 'Dakiya',
        url: publicUrl + paths.home,
        logo: `${publicUrl}/favicon.svg`,
      },
      {
        '@type': 'WebSite',
        '@id': `${publicUrl}/#website`,
        name: 'Dakiya',
        url: publicUrl + paths.home,
        inLanguage: 'en-IN',
        publisher: organization,
      },
      {
        '@type': 'SoftwareApplication',
        '@id': `${publicUrl}/#product`,
        name: 'Dakiya',
        description: 'An API for SMS and one-time passwords in India.',
        applicationCategory: 'DeveloperApplication',
        operatingSystem: 'Any',
        provider: organization,
        ...(offers.length > 0 && { offers }),
      },
    ],
  };
}
