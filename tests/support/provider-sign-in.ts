import { expect } from 'vitest';
import type { OAuthProvider } from '#domain/identity/accounts/contract.browser.ts';
import { prisma } from '#platform/db.ts';
import { aVisitor, type Page, type Visitor } from './visitor.ts';

/** Values for the consent page of a provider. */
type Person = { name?: string; email?: string; verified?: 'on' | ''; trouble?: string };

let people = 0;

/** An unused address. */
export const anAddress = () => `person${++people}@example.com`;

/**
 * Returns the target of a redirect.
 *
 * @throws Error for any other response
 */
export function leadsTo({ location, status }: Pick<Page, 'location' | 'status'>): string {
  if (location === null) throw new Error(`no redirect, but ${status}`);
  return location;
}

/** Follows a redirect to the login page. @returns its address, and the page with the toast */
export async function toastAfter(visitor: Visitor, end: string) {
  const login = leadsTo(await visitor.get(end));
  expect(login).toMatch(/^\/login/);
  const { html } = await visitor.get(login);
  return { login, html };
}

/** Whether the visitor may see the dashboard. */
export const isSignedIn = async (visitor: Visitor) =>
  (await visitor.get('/dashboard')).status === 200;

/** The users with an address, with their OAuth identities. */
export const usersAt = (email: string) =>
  prisma.user.findMany({
    where: { emailKey: email.toLowerCase() },
    include: { identities: true, sessions: true },
  });

/** The steps of a sign-in through a provider, on a site that `startWithProviders` started. */
export function providerSignIn(home: string) {
  /** Starts a sign-in. @returns the address of the provider's consent page */
  const begin = async (visitor: Visitor, name: OAuthProvider, query = '') =>
    leadsTo(await visitor.get(`/api/v1/users/${name}${query}`));

  /**
   * Submits the consent page without our cookies.
   *
   * @returns the path of the callback
   */
  async function answer(page: string, form: Record<string, string>): Promise<string> {
    const { headers, status } = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    const callback = leadsTo({ location: headers.get('location'), status });
    expect(callback).toMatch(new RegExp(`^${home}/api/v1/users/\\w+/callback\\?`));
    return callback.slice(home.length);
  }

  /** Allows the sign-in. @returns the callback's path */
  function consent(page: string, person: Person = {}): Promise<string> {
    const { name = 'Asha Rao', email = anAddress(), verified = 'on', trouble = 'none' } = person;
    return answer(page, { name, email, trouble, decision: 'allow', ...(verified && { verified }) });
  }

  /**
   * Runs all steps up to the page on which every sign-in ends.
   *
   * @returns its address
   */
  async function arrive(visitor: Visitor, name: OAuthProvider, person: Person, query = '') {
    const callback = await consent(await begin(visitor, name, query), person);
    return leadsTo(await visitor.get(callback));
  }

  const parameter = (address: string, name: string) =>
    new URL(address, home).searchParams.get(name) ?? '';

  return {
    begin,
    answer,
    consent,
    arrive,
    parameter,
    /** Exchanges the code, as the page does. @returns the target of the redirect */
    exchange: async (visitor: Visitor, end: string) =>
      leadsTo(await visitor.post('/auth/callback', { token: parameter(end, 'token') })),
    /** Another browser with copies of the same cookies. */
    copyOf(visitor: Visitor): Visitor {
      const other = aVisitor(home);
      for (const [name, cookie] of visitor.jar) other.jar.set(name, cookie);
      return other;
    },
  };
}
