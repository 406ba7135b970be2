import type { OperationView } from '../contract.ts';

/** A warning above the send button, derived from the operation's errors. */
export function callWarning({ access, errors }: OperationView): string {
  if (access !== 'key') return 'This sends a real request. Changes cannot be undone.';
  const codes = errors.flatMap((each) => each.errors.map(({ code }) => code));
  if (!codes.includes('api_call_limit_reached')) {
    return 'This is a real call. It is not counted against your plan.';
  }
  const sends = codes.includes('message_limit_reached') ? ', and real messages go out' : '';
  return `This is a real call: it counts against your plan like any other${sends}.`;
}
