import { startWeb } from '../web/server.ts';
import type { PaymentsOptions } from './options.ts';
import { createPayments, type Payments } from './payments.ts';
import { paymentRoutes } from './routes.ts';

/** A provider that can be reached. */
export type RunningPayments = Omit<Payments, 'close'> & {
  /** What RAZORPAY_API_URL and RAZORPAY_CHECKOUT_URL are set to, to reach it. */
  apiUrl: string;
  checkoutUrl: string;
  /** Of its pages. */
  url: string;
  close(): Promise<void>;
};

/**
 * Starts a provider with its pages, for tests.
 *
 * @param port any free one unless told
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
