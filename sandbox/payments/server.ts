import { startWeb } from '../web/server.ts';
import type { PaymentsOptions } from './options.ts';
import { createPayments, type Payments } from './payments.ts';
import { paymentRoutes } from './routes.ts';

/** A provider with an HTTP server. */
export type RunningPayments = Omit<Payments, 'close'> & {
  /** Values for RAZORPAY_API_URL and RAZORPAY_CHECKOUT_URL. */
  apiUrl: string;
  checkoutUrl: string;
  /** Base URL of its pages. */
  url: string;
  close(): Promise<void>;
};

/**
 * Starts a provider with its pages, for tests.
 *
 * @param port 0 picks a free one
 * @returns once it listens
 */
export async function startPayments({
  port = 0,
  ...options
}: Partial<PaymentsOptions & { port: number }> = {}): Promise<RunningPayments> {
  const payments = createPayments(options);
  const routers = [paymentRoutes(payments)];
  const web = await startWeb({ host: '127.0.0.1', port, routers });
  const url = `http://127.0.0.1:${web.port}`;
  return {
    ...payments,
    url,
    apiUrl: `${url}/razorpay`,
    checkoutUrl: `${url}/razorpay/checkout.js`,
    async close() {
      payments.close();
      await web.close();
    },
  };
}
