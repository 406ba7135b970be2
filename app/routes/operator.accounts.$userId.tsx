import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { confirmFirst } from '#app/dashboard/screen-route.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import type { FormSchema } from '#app/forms/parse-form.ts';
import { toViewer } from '#app/messages/read-filter.server.ts';
import { AccountActs } from '#app/operator/account-acts.tsx';
import { AccountFacts } from '#app/operator/account-facts.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import {
  type ActContext,
  actForOperator,
  formAct,
  loadForOperator,
  type SignedInOperator,
} from '#app/operator/operator-route.server.ts';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import type { AuditActor } from '#domain/audit/record-audit.ts';
import { listGivablePlans } from '#domain/billing/plans/read-plans.ts';
import { givePlan } from '#domain/billing/subscriptions/give-plan.ts';
import { creditMonth, lowerMonth } from '#domain/billing/usage/credit-month.ts';
import { hasPermission, type Permission } from '#domain/identity/operators/permissions.ts';
import {
  endSessions,
  readTextsForOperator,
  requestFactorReset,
} from '#domain/messaging/support/act-on-account.ts';
import { amountsForm, planForm, reasonForm } from '#domain/messaging/support/contract.browser.ts';
import { findAccountId } from '#domain/messaging/support/find-accounts.ts';
import { type AccountView, readAccount } from '#domain/messaging/support/read-account.ts';
import { suspensionInput } from '#domain/messaging/suspensions/contract.browser.ts';
import { resumeAccount, suspendAccount } from '#domain/messaging/suspensions/suspend-account.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formatLongTime } from '#domain/shared/format.browser.ts';
import { maskNumber } from '#domain/sms/addresses.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = {
  operatorPage: 'accounts',
  nameOf: (view) => (view as { account: AccountView }).account.user.name,
};
export const meta = () => noIndexMeta('Account');

/** The permissions of the forms on this page. */
const acts = [
  ...(['suspend', 'sign_out', 'reset_factors', 'texts'] as const),
  ...(['lower', 'credit', 'plan'] as const),
] as const;

export const loader = loadForOperator('accounts.read', async (operator, { params }) => {
  const account = await orNotFound(() => readAccount(params.userId ?? ''));
  const may = Object.fromEntries(
    acts.map((act) => [act, hasPermission(operator.role, `accounts.${act}` as Permission)]),
  ) as Record<(typeof acts)[number], boolean>;
  const messages = may.texts
    ? account.messages
    : account.messages.map((one) => ({ ...one, recipient: maskNumber(one.recipient) }));
  return {
    account: { ...account, messages },
    may,
    plans: may.plan ? await listGivablePlans() : [],
  };
});

const actorOf = ({ userId, role, email }: SignedInOperator): AuditActor => ({
  ...{ kind: 'operator', id: userId, role, label: email },
});

async function orNotFound<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found')
      throw new Response(null, { status: 404 });
    throw error;
  }
}

/** An act on the account of the URL. `run` returns the title of the toast, or what the page shows. */
const onAccount = <S extends FormSchema, T extends object = never>(
  permission: Permission,
  schema: S,
  run: (userId: string, typed: z.output<S>, context: ActContext) => Promise<string | T>,
) =>
  formAct({
    permission,
    schema,
    fallback: fallbacks.account,
    run: async (typed, context) => {
      const userId = await orNotFound(() => findAccountId(context.params.userId ?? ''));
      const done = await run(userId, typed, context);
      return typeof done === 'string' ? redirectDone(paths.operatorAccount(userId), done) : done;
    },
  });

export const action = actForOperator({
  suspend: onAccount('accounts.suspend', suspensionInput, async (userId, typed, { operator }) => {
    await suspendAccount(userId, typed, actorOf(operator));
    return 'Account suspended';
  }),
  resume: onAccount('accounts.suspend', reasonForm, async (userId, { reason }, { operator }) => {
    await resumeAccount(userId, reason, actorOf(operator));
    return 'Account resumed';
  }),
  'sign-out': onAccount('accounts.sign_out', reasonForm, async (userId, typed, { operator }) => {
    const count = await endSessions(userId, typed.reason, actorOf(operator));
    return `Sessions ended: ${count}`;
  }),
  'reset-factors': onAccount(
    'accounts.reset_factors',
    reasonForm,
    async (userId, { reason }, { operator }) => {
      const dueAt = await requestFactorReset(userId, reason, operator.userId);
      return `Factors are removed on ${formatLongTime(dueAt)}`;
    },
  ),
  lower: onAccount('accounts.lower', amountsForm, async (userId, typed, { operator }) => {
    const { reason, ...amounts } = typed;
    await lowerMonth(userId, amounts, reason, actorOf(operator));
    return 'Limits of this month lowered';
  }),
  credit: onAccount('accounts.credit', amountsForm, async (userId, typed, { operator }) => {
    const { reason, ...amounts } = typed;
    await creditMonth(userId, amounts, reason, actorOf(operator));
    return 'Credited to this month';
  }),
  plan: onAccount('accounts.plan', planForm, async (userId, typed, { operator }) => {
    const { plan: planId, months, reason } = typed;
    await givePlan(userId, { planId, months }, reason, actorOf(operator));
    return 'Plan changed';
  }),
  texts: onAccount('accounts.texts', reasonForm, async (userId, { reason }, context) => {
    const seen = toViewer({ ...context.operator, userId }, context, 'page');
    const viewer = { ...seen, device: 'An operator of this installation' };
    return { texts: await readTextsForOperator(viewer, reason, actorOf(context.operator)) };
  }),
});

export default confirmFirst(OperatorAccountPage, { hasHeading: true });

/** What support needs about an account, and what operators can do with it. */
function OperatorAccountPage() {
  const { account, may, plans } = useLoaderData<typeof loader>();
  return (
    <div className="@container grid gap-5">
      <AccountActs account={account} may={may} plans={plans} />
      <AccountFacts account={account} />
    </div>
  );
}
