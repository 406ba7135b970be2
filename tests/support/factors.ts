import { turnOnTotp } from '#domain/identity/factors/manage-factors.ts';
import { fromBase32, hotp, startEnrolment, stepAt } from '#domain/identity/factors/totp.ts';
import { createSession, findSession } from '#domain/identity/sessions/create-session.ts';
import { prisma, query } from '#platform/db.ts';
import { asProgram } from './account.ts';

/** The authenticator app of a user in a test. */
export type App = {
  secret: string;
  recoveryCodes: string[];
  /**
   * Returns a code that the server accepts. Resets the last used step, so that a test need not wait for the next step.
   */
  code: () => Promise<string>;
};

/** The code that an app shows at PostgreSQL's time. `steps` moves this time forward or back. */
export async function codeOf(secret: string, steps = 0): Promise<string> {
  const [row] = await query<{ seconds: number }>(
    'test-seconds',
    'SELECT extract(epoch FROM now())::float AS seconds',
    [],
  );
  return hotp(fromBase32(secret), stepAt(row?.seconds ?? 0) + steps);
}

/** Sets up the authenticator app of a user. */
export async function anApp(userId: string): Promise<App> {
  const signedIn = await findSession(await createSession(userId, asProgram), 'program');
  if (!signedIn) throw new Error('a new session is found');
  const { secret, enrolment } = startEnrolment(userId, 'app@example.com');
  const confirmation = { enrolment, code: await codeOf(secret) };
  const { codes } = await turnOnTotp(signedIn, confirmation, { endOthers: false });
  const code = async () => {
    await prisma.totpFactor.updateMany({ where: { userId }, data: { lastStep: 0 } });
    return codeOf(secret);
  };
  return { secret, recoveryCodes: codes, code };
}
