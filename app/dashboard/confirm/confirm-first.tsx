import { useActionData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ConfirmSignIn } from './confirm-sign-in.tsx';
import type { MaybeConfirm } from './contract.ts';

/** A screen, or the password prompt if the reply to its form asks for a recent sign-in. */
export function ConfirmFirst({ children }: { children: ReactNode }) {
  const reply = useActionData() as MaybeConfirm;
  return reply?.confirm ? <ConfirmSignIn confirm={reply.confirm} /> : children;
}
