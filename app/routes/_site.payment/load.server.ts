import { data, redirect } from '@remix-run/node';
import { paths } from '#app/paths.ts';
import { loadPlans } from '#app/plans/load-plans.server.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { isOnlinePaymentEnabled } from '#domain/billing/payments/settings.ts';
import { isRenewable, previewPeriod } from '#domain/billing/subscriptions/get-subscription.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';

/**
 * Loads the plan from its row; the address only names it.
 *
 * @throws Response that redirects to the contact page for a contact-sales plan, or to the login
 */
export async function load(request: Request) {
  const { pathname, search, searchParams } = new URL(request.url);
  const plans = await loadPlans();
  if (!plans) return data({ state: 'away', again: pathname + search } as const, { status: 503 });
  const plan = plans.find(({ _id }) => _id === searchParams.get('plan'));
  if (!plan) return data({ state: 'none' } as const);
  if (plan.contactSales) throw redirect(paths.contact);
  const { userId } = await requireSignedInUser(request);
  if (!(await isRenewable(userId, plan._id))) return data({ state: 'active', plan } as const);
  if (!isOnlinePaymentEnabled())
    return data({ state: 'by-mail', plan, supportEmail: supportSettings.SUPPORT_EMAIL } as const);
  const amountPaise = Math.round(plan.numericPrice * 100);
  const preview = await previewPeriod(userId, { planId: plan._id, amountPaise });
  return data({ state: 'payable', plan, preview } as const);
}
