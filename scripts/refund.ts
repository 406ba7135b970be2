import { parseArgs } from 'node:util';
import { supervise } from './stack/supervise.ts';
import { printLine } from './stack/terminal.ts';

const usage = `npm run refund -- <order>            pays an order back and ends its plan
npm run refund -- --decline <order>  declines the refund that is requested of it
The order is given by its id here, its id at the provider, or the id of its payment.`;

/**
 * npm run refund: refunds an order in full, or declines the refund. Running it again never refunds twice.
 * Exit codes: 0 done, 1 not possible, 2 wrong arguments, 3 the provider is unavailable and a retry is
 * worthwhile.
 */
supervise(async () => {
  const asked = readArguments();
  if (!asked) {
    printLine(usage);
    return 2;
  }
  // Imported late: the settings are read when the first module that needs them is loaded.
  const { DomainError } = await import('#domain/shared/errors.ts');
  const { ProviderError } = await import('#domain/billing/payments/razorpay.server.ts');
  const { checkSettings } = await import('#platform/settings.ts');
  const { shutDown } = await import('#platform/shutdown.ts');
  checkSettings();
  try {
    await (asked.decline ? decline(asked.order) : payBack(asked.order));
    return 0;
  } catch (error) {
    if (!(error instanceof DomainError || error instanceof ProviderError)) throw error;
    const isAway = error instanceof ProviderError && error.kind === 'unavailable';
    printLine(isAway ? `The payment provider did not answer: ${error.message}.` : error.message);
    if (isAway)
      printLine('The result is unknown. Run the command again: the refund is made at most once.');
    return isAway ? 3 : 1;
  } finally {
    await shutDown();
  }
});

/** @returns null if the arguments are not valid */
function readArguments(): { order: string; decline: boolean } | null {
  const { values, positionals } = parseArgs({
    options: { decline: { type: 'boolean', default: false } },
    allowPositionals: true,
    strict: false,
  });
  const [order, ...more] = positionals;
  const known = Object.keys(values).every((name) => name === 'decline');
  return order && known && more.length === 0 ? { order, decline: values.decline === true } : null;
}

/**
 * Finds the order and prints what it is.
 *
 * @returns its ID
 */
async function find(name: string): Promise<string> {
  const { findOrderByAnyId: findAnyOrder } = await import(
    '#domain/billing/payments/find-orders.server.ts'
  );
  const { formatPrice } = await import('#domain/shared/format-number.ts');
  const { formatLongDate: longDay } = await import('#domain/shared/days-in-india.ts');
  const { id, user, plan, amountPaise, createdAt } = await findAnyOrder(name);
  const what = `${formatPrice(amountPaise)} for the plan ${plan.name}`;
  printLine(`Order ${id} of ${user.email}: ${what}, made on ${longDay(createdAt)}.`);
  return id;
}

async function payBack(name: string): Promise<void> {
  const { refundOrder } = await import('#domain/billing/payments/refund-order.server.ts');
  const { refundId, status } = await refundOrder(await find(name));
  const told = {
    processed: 'The money is paid back',
    failed: 'The provider could not pay it back. Look at it in its dashboard',
  }[status];
  const plan = status === 'failed' ? 'stays' : 'is over';
  printLine(
    `${told ?? 'The provider pays it back, in some days'}: refund ${refundId}. The plan that it paid for ${plan}.`,
  );
}

async function decline(name: string): Promise<void> {
  const { declineRefund } = await import('#domain/billing/payments/refund-request.server.ts');
  await declineRefund(await find(name));
  printLine('Refund declined. No email was sent; please write to the user with the reason.');
}
