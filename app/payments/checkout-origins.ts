type Provider = { RAZORPAY_API_URL: string; RAZORPAY_CHECKOUT_URL: string };

/**
 * Origins that Razorpay's checkout loads from, as in its Magento extension
 * (github.com/razorpay/razorpay-magento, etc/csp_whitelist.xml).
 */
const razorpayOrigins = {
  scripts: ['https://cdn.razorpay.com'],
  frames: ['https://api.razorpay.com'],
  connections: [
    'https://api.razorpay.com',
    'https://lumberjack.razorpay.com',
    'https://lumberjack-metrics.razorpay.com',
  ],
  images: ['https://cdn.razorpay.com'],
  // The checkout sets its frame's style in an attribute, and adds an inline style sheet.
  styles: ["'unsafe-inline'"],
};

/** The origins that the content security policy must allow for the checkout. */
export function checkoutOrigins(provider: Provider) {
  const checkout = new URL(provider.RAZORPAY_CHECKOUT_URL).origin;
  const api = new URL(provider.RAZORPAY_API_URL).origin;
  const more = new URL(checkout).hostname.endsWith('.razorpay.com') ? razorpayOrigins : null;
  return {
    scripts: [checkout, ...(more?.scripts ?? [])],
    frames: [checkout, ...(more?.frames ?? [])],
    connections: [checkout, ...(more?.connections ?? [])],
    images: more?.images ?? [],
    styles: more?.styles ?? [],
    forms: [api],
  };
}
