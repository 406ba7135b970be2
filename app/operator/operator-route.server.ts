import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { withRecentSignIn } from '#app/dashboard/confirm/with-recent-sign-in.server.ts';
import type { FormSchema } from '#app/forms/parse-form.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { getLastUserId, getSignedInUser, redirectToLogin } from '#app/session/session.server.ts';
import { recordAudit } from '#domain/audit/record-audit.ts';
import { hasProvedSecondFactor, hasSecondFactor } from '#domain/identity/factors/verify-code.ts';
import { findOperator, type Operator } from '#domain/identity/operators/manage-operators.ts';
import {
  hasPermission,
  needsRecentSignIn,
  type Permission,
} from '#domain/identity/operators/permissions.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import { transaction } from '#platform/db.ts';
import { noteActor } from '#platform/request-scope.ts';
import type { OperatorProblem } from './operator-error.tsx';

/** The operator of a request, with the session. */
export type SignedInOperator = Operator & Omit<SignedInUser, 'userId'>;

/**
 * The operator who sent a request, if the operator's role has the permission.
 *
 * @param permission null for the frame, which every operator sees
 * @throws Response 404, as for an unknown address, if the user is not an operator; a redirect to the login if an
 *   operator's session has ended in this browser; 403 without the permission, or without a second factor that was proved
 *   in this session
 */
export async function requireOperator(
  request: Request,
  permission: Permission | null,
): Promise<SignedInOperator> {
  const signedIn = await getSignedInUser(request);
  if (!signedIn) {
    const lastUserId = await getLastUserId(request);
    const wasOperator = lastUserId !== null && (await findOperator(lastUserId)) !== null;
    throw wasOperator ? redirectToLogin(request) : notFound();
  }
  const { userId, sessionId, authenticatedAt, factors } = signedIn;
  const operator = await findOperator(userId);
  if (!operator) throw notFound();
  if (!(await hasSecondFactor(userId))) throw refuse('second_factor_missing');
  if (!hasProvedSecondFactor(factors)) throw refuse('second_factor_not_proved');
  noteActor({ kind: 'operator', id: userId, role: operator.role, sessionId });
  if (permission !== null && !hasPermission(operator.role, permission)) {
    await recordRefusal(permission);
    throw refuse('permission_missing');
  }
  return { ...operator, sessionId, authenticatedAt, factors };
}

/**
 * Records that an operator tried an action that the role does not include. Such attempts are rare, and may be an
 * attack.
 */
const recordRefusal = (permission: Permission) =>
  transaction((tx) =>
    recordAudit(tx, {
      ...{ accountId: null, action: 'operator.refuse', outcome: 'refused' },
      after: { permission },
    }),
  );

const notFound = () => new Response(null, { status: 404 });

const refuse = (problem: OperatorProblem['problem']) =>
  data<OperatorProblem>({ problem }, { status: 403 });

/** Creates the loader of a page, which requires the permission. */
export function loadForOperator<T>(
  permission: Permission,
  load: (operator: SignedInOperator, args: LoaderFunctionArgs) => Promise<T>,
) {
  const loader = async (args: LoaderFunctionArgs) =>
    load(await requireOperator(args.request, permission), args);
  return Object.assign(loader, { permission });
}

/** An action of a page: the permission that it requires, and what it does. */
type Act = {
  permission: Permission;
  act: (operator: SignedInOperator, form: FormData, args: ActionFunctionArgs) => Promise<unknown>;
};

/** What `run` of a form gets besides the form's fields. */
export type ActContext = ActionFunctionArgs & {
  operator: SignedInOperator;
  /** The whole form, with its hidden fields. */
  form: FormData;
};

type FormAct<S extends FormSchema, T> = {
  permission: Permission;
  schema: S;
  /** The error message for an unexpected error. */
  fallback: string;
  /** The form's id on its page; by default its intent. */
  formId?: (form: FormData) => string;
  /** Carries out the valid form. Returns the redirect to the page afterwards, or what the page shows. */
  run: (typed: z.output<S>, context: ActContext) => Promise<T>;
};

/** An act whose form has fields. Errors appear in the form. */
export const formAct = <S extends FormSchema, T>({
  permission,
  schema,
  fallback,
  formId = (form) => String(form.get('intent')),
  run,
}: FormAct<S, T>) => ({
  permission,
  act: (operator: SignedInOperator, form: FormData, args: ActionFunctionArgs) =>
    submit(form, schema, (typed) => run(typed, { ...args, operator, form }), {
      ...{ formId: formId(form), fallback },
    }),
});

/**
 * Creates the action of a page with one or several forms. If a form needs a recent sign-in and the operator's sign-in
 * is too old, the page asks for the password and the second factor first. `confirmFirst` must wrap the page.
 * @param acts by the field `intent` of the form. A form with another intent gets 404, so that the response does not
 * reveal the page
 */
export function actForOperator<Acts extends Record<string, Act>>(acts: Acts) {
  const action = async (args: ActionFunctionArgs) => {
    // Checked before the body is read, so that only operators learn which intents exist.
    await requireOperator(args.request, null);
    const form = await readForm(args.request);
    const intent = form.get('intent');
    const found = typeof intent === 'string' && Object.hasOwn(acts, intent) ? acts[intent] : null;
    if (!found) throw notFound();
    const operator = await requireOperator(args.request, found.permission);
    return withRecentSignIn(operator, form, args, (confirmed) => {
      if (needsRecentSignIn(found.permission)) requireRecentSignIn(confirmed);
      const acting = { ...operator, ...confirmed };
      return found.act(acting, form, args) as ReturnType<Acts[keyof Acts]['act']>;
    });
  };
  return Object.assign(action, { acts });
}
