import { z } from 'zod';
import { getUser, signUpUser, userOutput } from '#domain/billing/get-user.ts';
import {
  apiLogInInput,
  forgotPasswordInput,
  resetPasswordInput,
  signUpInput,
  updateUserInput,
} from '#domain/identity/accounts/contract.browser.ts';
import { logIn as signIn } from '#domain/identity/accounts/log-in.ts';
import {
  requestPasswordReset,
  resetPassword as reset,
} from '#domain/identity/accounts/reset-password.ts';
import { signUpIdempotency } from '#domain/identity/accounts/sign-up.ts';
import { updateUser as update } from '#domain/identity/accounts/update-user.ts';
import { revokeSession } from '#domain/identity/sessions/manage-sessions.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { endpoint } from '../endpoint.ts';

export const signUp = endpoint({
  method: 'POST',
  path: '/users/signup',
  operationId: 'signUp',
  summary: 'Sign up',
  description: 'Creates an account on the Free plan and emails a link that confirms the address.',
  tag: 'Account',
  auth: 'none',
  idempotent: true,
  body: signUpInput,
  status: 201,
  message: 'Account created successfully',
  output: z.object({ user: userOutput }),
  beside: { user: userOutput },
  errors: ['email_taken'],
  handle: async ({ body, client: { address }, idempotency }) => {
    const { data: user, replayed } = await signUpUser(body, {
      from: address,
      idempotency: idempotency ? signUpIdempotency(idempotency, body.email, address) : null,
    });
    return { data: { user }, beside: { user }, replayed };
  },
});

export const logIn = endpoint({
  method: 'POST',
  path: '/users/login',
  operationId: 'logIn',
  summary: 'Log in',
  description:
    'Creates a session and returns its token. Calls about the account need this token as `Authorization: Bearer`. After 20 wrong passwords for an account within a day, counted over all IP addresses, a login with only the password fails with `login_code_required`. If the password is correct, we email a six-digit code. Send this code within 10 minutes as `code`, together with the password. An account with a second factor also needs `secondFactor`: without this field, a login with the correct password fails with `second_factor_required`.',
  tag: 'Account',
  auth: 'none',
  body: apiLogInInput,
  message: 'Login Successful',
  output: z.object({ user: userOutput }),
  beside: {
    token: z.string().meta({
      description:
        'The session token. It expires 30 days after its last use, and at the latest 180 days after the login.',
      example: 'kJ3v9QmX2bT7wLr5yHc8NfZ4sGd6pVa1uEoRiKtBxMw',
    }),
  },
  errors: [
    'invalid_credentials',
    'login_code_required',
    'login_code_incorrect',
    'second_factor_required',
    'second_factor_incorrect',
    'account_deletion_pending',
  ],
  handle: async ({ body, client }) => {
    const device = { kind: 'program', userAgent: client.userAgent } as const;
    const { userId, token } = await signIn(body, device, { from: client.address });
    return { data: { user: await getUser(userId) }, beside: { token } };
  },
});

export const logOut = endpoint({
  method: 'POST',
  path: '/users/logout',
  operationId: 'logOut',
  summary: 'Log out',
  description: 'Ends the session whose token you send. Other sessions stay signed in.',
  tag: 'Account',
  auth: 'session',
  recentSignIn: false,
  message: 'Logged out',
  output: z.null(),
  handle: async ({ caller }) => {
    await revokeSession(caller.userId, caller.sessionId);
    return { data: null };
  },
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/users/profile',
  operationId: 'getProfile',
  summary: 'Get your profile',
  description: 'Returns your account with its plan, and its usage in the current usage month.',
  tag: 'Account',
  auth: 'session',
  recentSignIn: false,
  message: 'Profile',
  output: z.object({ user: userOutput }),
  handle: async ({ caller }) => ({ data: { user: await getUser(caller.userId) } }),
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/updateUser',
  operationId: 'updateUser',
  summary: 'Change your profile',
  description:
    'Changes your name or email address. A new address requires your `password`. It takes effect when you open the link that we email to the new address; until then, it is in `pendingEmail`. The old address gets a link that can undo the change for 72 hours.',
  tag: 'Account',
  auth: 'session',
  recentSignIn: false,
  query: z.object({
    id: safeText
      .max(64)
      .meta({ description: 'The `_id` of your own account.', example: exampleValues.userId }),
  }),
  body: updateUserInput,
  message: 'Profile updated successfully',
  output: z.object({ doc: userOutput }),
  errors: ['reauthentication_required', 'email_taken', 'not_found'],
  handle: async ({ caller, query, body, client }) => {
    if (query.id !== caller.userId) throw new DomainError('not_found');
    await update(caller, body, { from: client.address });
    return { data: { doc: await getUser(caller.userId) } };
  },
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/users/forgotPassword',
  operationId: 'forgotPassword',
  summary: 'Request a password reset link',
  description:
    'Emails a link to set a new password. The response is the same whether or not an account with this address exists.',
  tag: 'Account',
  auth: 'none',
  body: forgotPasswordInput,
  message:
    'If there is an account with this address, a link to set a new password will be sent to it.',
  output: z.null(),
  handle: async ({ body, client }) => {
    await requestPasswordReset(body.email, { from: client.address });
    return { data: null };
  },
});

export const resetPassword = endpoint({
  method: 'PATCH',
  path: '/users/resetPassword/{token}',
  operationId: 'resetPassword',
  summary: 'Set a new password',
  description:
    'Sets a new password with the token of the emailed link, and ends every session. The token works once. If the email address was not confirmed before, the call also turns off all API keys, webhook endpoints and hooks, and removes the phone number and Slack address for notifications.',
  tag: 'Account',
  auth: 'none',
  params: z.object({
    token: safeText.max(128).meta({
      description: 'The token from the emailed link.',
      example: 'vN7cQ2xL9kT4mRb6wYh3JfZ8sGd5pVa1uEoXiKtBrMq',
    }),
  }),
  body: resetPasswordInput,
  message: 'Your password has been changed. Please sign in with the new one.',
  output: z.null(),
  handle: async ({ params, body, client }) => {
    await reset(params.token, body.password, { from: client.address });
    return { data: null };
  },
});
