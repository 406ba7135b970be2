import type { SignedIn } from '#domain/sessions/contract.ts';
import type { Asked } from '../../console/contract.ts';
import { loadConsole } from '../../console/load-console.server.ts';

/** The console for one-time passwords. */
export const load = (signedIn: SignedIn, asked: Asked) =>
  loadConsole(['send-otp', 'verify-otp'], signedIn, asked);
