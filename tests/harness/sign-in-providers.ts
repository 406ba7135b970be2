import type { OAuthProvider } from '#domain/identity/accounts/contract.browser.ts';
import { identityRoutes } from '#sandbox/identity/routes.ts';
import { startWeb as startSandbox } from '#sandbox/web/server.ts';
import { startWeb } from './programs.ts';

/** Starts a web server and the sandbox's identity providers. */
export async function startWithProviders() {
  const uris: Record<OAuthProvider, string[]> = { google: [], github: [] };
  const client = { id: 'test', secret: 'test-secret' };
  const routes = identityRoutes({
    google: { ...client, redirectUris: uris.google },
    github: { ...client, redirectUris: uris.github },
  });
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, routers: [routes] });
  const google = `http://127.0.0.1:${sandbox.port}/google`;
  const github = `http://127.0.0.1:${sandbox.port}/github`;
  const web = await startWeb({
    GOOGLE_CLIENT_ID: client.id,
    GOOGLE_CLIENT_SECRET: client.secret,
    GOOGLE_AUTHORIZATION_URL: `${google}/authorize`,
    GOOGLE_TOKEN_URL: `${google}/token`,
    GOOGLE_USERINFO_URL: `${google}/userinfo`,
    GITHUB_CLIENT_ID: client.id,
    GITHUB_CLIENT_SECRET: client.secret,
    GITHUB_AUTHORIZATION_URL: `${github}/login/oauth/authorize`,
    GITHUB_TOKEN_URL: `${github}/login/oauth/access_token`,
    GITHUB_USER_URL: `${github}/user`,
    GITHUB_EMAILS_URL: `${github}/user/emails`,
  });
  // Providers know the site by the host name in PUBLIC_URL.
  const home = web.url.replace('127.0.0.1', 'localhost');
  // The web server's port is known only after its start.
  uris.google.push(`${home}/api/v1/users/google/callback`);
  uris.github.push(`${home}/api/v1/users/github/callback`);
  return {
    home,
    async stop() {
      await web.stop();
      await sandbox.close();
    },
  };
}
