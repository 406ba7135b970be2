import { randomBytes } from 'node:crypto';
import type { Environment } from '../environment.ts';
import { sandboxUrl } from './sandbox-url.ts';
import type { Settings } from './settings.ts';

/**
 * The settings for sign-in through the sandbox, for each provider without a client of its own. The secrets
 * are new each time: only the web and the sandbox need them.
 *
 * @param given the settings made by hand
 */
export function localOAuthSettings(settings: Settings, given: Environment) {
  const sandbox = sandboxUrl(settings);
  const google = {
    ...client('GOOGLE'),
    GOOGLE_AUTHORIZATION_URL: `${sandbox}/google/authorize`,
    GOOGLE_TOKEN_URL: `${sandbox}/google/token`,
    GOOGLE_USERINFO_URL: `${sandbox}/google/userinfo`,
  };
  const github = {
    ...client('GITHUB'),
    GITHUB_AUTHORIZATION_URL: `${sandbox}/github/login/oauth/authorize`,
    GITHUB_TOKEN_URL: `${sandbox}/github/login/oauth/access_token`,
    GITHUB_USER_URL: `${sandbox}/github/user`,
    GITHUB_EMAILS_URL: `${sandbox}/github/user/emails`,
  };
  return {
    ...(!given.GOOGLE_CLIENT_ID && google),
    ...(!given.GITHUB_CLIENT_ID && github),
  };
}

const client = (provider: 'GOOGLE' | 'GITHUB') => ({
  [`${provider}_CLIENT_ID`]: 'dakiya',
  [`${provider}_CLIENT_SECRET`]: randomBytes(24).toString('base64url'),
});
