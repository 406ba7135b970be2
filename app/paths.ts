/** Every address that the pages link to. */
export const paths = {
  home: '/',
  docs: '/docs',
  openapi: '/api/v1/openapi.json',
  login: '/login',
  /** The login that leads on to a path of ours. */
  loginThen: (path: string) => `/login?to=${encodeURIComponent(path)}`,
  register: '/register',
  logout: '/logout',
  sidebar: '/sidebar',
  forgotPassword: '/forget-password',
  resetPassword: (token: string) => `/reset-password/${token}`,
  sendConfirmation: '/send-confirmation',
  confirmEmail: (token: string) => `/confirm-email/${token}`,
  authCallback: '/auth/callback',
  google: '/api/v1/users/google',
  github: '/api/v1/users/github',
  dashboard: (tab?: string) => (tab ? `/dashboard?tab=${tab}` : '/dashboard'),
};
