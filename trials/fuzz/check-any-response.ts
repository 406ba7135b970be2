import type { Answer } from './send.ts';

/** What must never be seen from outside. */
const traces =
  /node_modules|\bat (?:async )?[\w.]+ \(?(?:file:|\/)|PrismaClient|ECONNREFUSED|syntax error at or near/;

/** Heads that are too large: Node answers them before anything of ours is asked. */
const ofNode = 431;

/** What holds for every answer. @returns what does not, or null */
export function checkAnyResponse({ status, text, secrets, requestId }: Answer): string | null {
  if (status >= 500) return `${status}: ${text.slice(0, 300)}`;
  if (traces.test(text)) return `the answer shows what it is made of: ${traces.exec(text)?.[0]}`;
  const shown = secrets.find((secret) => text.includes(secret));
  if (shown) return `the answer has ${shown}, which is somebody else's`;
  return requestId || status === ofNode ? null : 'the answer has no x-request-id';
}
