import type { SignedIn } from '#domain/sessions/contract.ts';
import type { Asked } from '../../console/contract.ts';
import { loadConsole } from '../../console/load-console.server.ts';

/** The console for messages. */
export const load = (signedIn: SignedIn, asked: Asked) =>
  loadConsole(['send-message'], signedIn, asked);
