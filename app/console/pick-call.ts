import type { CallName, ConsoleTab } from './contract.ts';

/** The call that a console's form makes. */
export function pickCall(tab: ConsoleTab, form: FormData): CallName {
  if (tab === 'message') return 'send-message';
  return form.get('intent') === 'verify' ? 'verify-otp' : 'send-otp';
}
