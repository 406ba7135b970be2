import { useActionData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ConfirmSignIn } from './confirm-sign-in.tsx';
import type { MaybeConfirm } from './contract.ts';

/** A screen; in its place, if its form was answered so, the question for the password. */
export function ConfirmFirst({ children }: { children: ReactNode }) {
  const answer = useActionData() as MaybeConfirm;
  return answer?.confirm ? <ConfirmSignIn confirm={answer.confirm} /> : children;
}
