import type { HookKind } from '../contract.ts';
import { alertKinds } from './alerts.ts';
import { authPlatforms } from './auth-platforms.ts';
import { genericKinds } from './generic.ts';

/** The products that can call a hook, by the name in the hook's address. */
export const hookKinds: Readonly<Record<string, HookKind>> = {
  ...authPlatforms,
  ...alertKinds,
  ...genericKinds,
};

/** @returns undefined if there is no such kind */
export const findKind = (name: string): HookKind | undefined =>
  Object.hasOwn(hookKinds, name) ? hookKinds[name] : undefined;
