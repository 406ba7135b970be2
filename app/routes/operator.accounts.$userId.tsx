import { data } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { confirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { submit } from '#app/forms/submit.server.ts';
import { toViewer } from '#app/messages/read-filter.server.ts';
import { AccountActs } from '#app/operator/accounts/account-acts.tsx';
import { AccountFacts } from '#app/operator/accounts/account-facts.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import {
  actForOperator,
  loadForOperator,
  type SignedInOperator,
} from '#app/operator/operator-route.server.ts';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import type { AuditActor } from '#domain/audit/record-audit.ts';
import { listGivablePlans } from '#domain/billing/plans/read-plans.ts';
import { givePlan } from '#domain/billing/subscriptions/give-plan.ts';
import { creditMonth } from '#domain/billing/usage/credit-month.ts';
import { hasPermission, type Permission } from '#domain/identity/operators/permissions.ts';
import {
  endSessions,
  readTextsForOperator,
  requestFactorReset,
} from '#domain/messaging/support/act-on-account.ts';
import { findAccountId } from '#domain/messaging/support/find-accounts.ts';
import { creditForm, planForm, reasonForm } from '#domain/messaging/support/forms.browser.ts';
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
const acts = ['suspend', 'sign_out', 'reset_factors', 'texts', 'credit', 'plan'] as const;

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
      throw data(null, { status: 404 });
    throw error;
  }
}

const fallback = 'That did not work. Nothing was changed. Please try again.';

/** The account of the URL, which must exist. */
const accountOf = (given: string | undefined) => orNotFound(() => findAccountId(given ?? ''));

export const action = actForOperator({
  suspend: {
    permission: 'accounts.suspend',
    act: async (operator, form, { params }) => {
      const userId = await accountOf(params.userId);
      return submit(
        form,
        suspensionInput,
        async (typed) => {
          await suspendAccount(userId, typed, actorOf(operator));
          return redirectDone(paths.operatorAccount(userId), 'Account suspended');
        },
        { formId: 'suspend', fallback },
      );
    },
  },
  resume: {
    permission: 'accounts.suspend',
    act: async (operator, form, { params }) => {
      const userId = await accountOf(params.userId);
      return submit(
        form,
        reasonForm,
        async ({ reason }) => {
          await resumeAccount(userId, reason, actorOf(operator));
          return redirectDone(paths.operatorAccount(userId), 'Account resumed');
        },
        { formId: 'resume', fallback },
      );
    },
  },
  'sign-out': {
    permission: 'accounts.sign_out',
    act: async (operator, form, { params }) => {
      const userId = await accountOf(params.userId);
      return submit(
        form,
        reasonForm,
        async ({ reason }) => {
          const count = await endSessions(userId, reason, actorOf(operator));
          return redirectDone(paths.operatorAccount(userId), `Sessions ended: ${count}`);
        },
        { formId: 'sign-out', fallback },
      );
    },
  },
  'reset-factors': {
    permission: 'accounts.reset_factors',
    act: async (operator, form, { params }) => {
      const userId = await accountOf(params.userId);
      return submit(
        form,
        reasonForm,
        async ({ reason }) => {
          const dueAt = await requestFactorReset(userId, reason, operator.userId);
          const day = formatLongTime(dueAt);
          return redirectDone(paths.operatorAccount(userId), `Factors are removed on ${day}`);
        },
        { formId: 'reset-factors', fallback },
      );
    },
  },
  credit: {
    permission: 'accounts.credit',
    act: async (operator, form, { params }) => {
      const userId = await accountOf(params.userId);
      return submit(
        form,
        creditForm,
        async ({ reason, ...amounts }) => {
          await creditMonth(userId, amounts, reason, actorOf(operator));
          return redirectDone(paths.operatorAccount(userId), 'Credited to this month');
        },
        { formId: 'credit', fallback },
      );
    },
  },
  plan: {
    permission: 'accounts.plan',
    act: async (operator, form, { params }) => {
      const userId = await accountOf(params.userId);
      return submit(
        form,
        planForm,
        async ({ plan: planId, months, reason }) => {
          await givePlan(userId, { planId, months }, reason, actorOf(operator));
          return redirectDone(paths.operatorAccount(userId), 'Plan changed');
        },
        { formId: 'plan', fallback },
      );
    },
  },
  texts: {
    permission: 'accounts.texts',
    act: async (operator, form, args) => {
      const userId = await accountOf(args.params.userId);
      return submit(
        form,
        reasonForm,
        async ({ reason }) => {
          const seen = toViewer({ ...operator, userId }, args, 'page');
          const viewer = { ...seen, device: 'An operator of this installation' };
          return { texts: await readTextsForOperator(viewer, reason, actorOf(operator)) };
        },
        { formId: 'texts', fallback },
      );
    },
  },
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
