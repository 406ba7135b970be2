type Provider = { RAZORPAY_API_URL: string; RAZORPAY_CHECKOUT_URL: string };

/**
 * What Razorpay's own script loads beside itself, as its extension for Magento allows it
 * (github.com/razorpay/razorpay-magento, etc/csp_whitelist.xml).
 */
const ofRazorpay = {
  scripts: ['https://cdn.razorpay.com'],
  frames: ['https://api.razorpay.com'],
  connections: [
    'https://api.razorpay.com',
    'https://lumberjack.razorpay.com',
    'https://lumberjack-metrics.razorpay.com',
  ],
  images: ['https://cdn.razorpay.com'],
  // It sets the style of its frame as an attribute, and brings a style sheet within the page.
  styles: ["'unsafe-inline'"],
};

/** What the content policy must let the checkout do, by origins. */
export function checkoutOrigins(provider: Provider) {
  const checkout = new URL(provider.RAZORPAY_CHECKOUT_URL).origin;
  const api = new URL(provider.RAZORPAY_API_URL).origin;
  const more = new URL(checkout).hostname.endsWith('.razorpay.com') ? ofRazorpay : null;
  return {
    scripts: [checkout, ...(more?.scripts ?? [])],
    frames: [checkout, ...(more?.frames ?? [])],
    connections: [checkout, ...(more?.connections ?? [])],
    images: more?.images ?? [],
    styles: more?.styles ?? [],
    forms: [api],
  };
}
