import type { Asked } from '#app/console/contract.ts';
import { loadConsole } from '#app/console/load-console.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';

/** The console for messages. */
export const load = (signedIn: SignedIn, asked: Asked) =>
  loadConsole(['send-message'], signedIn, asked);
