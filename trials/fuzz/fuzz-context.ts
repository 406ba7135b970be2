import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ProbedStack } from '#tests/harness/probe.ts';
import { createActor } from './actor.ts';
import { endpointTargets, type OpenApiDocument } from './endpoint-targets.ts';
import { formTargets } from './form-targets.ts';
import { pageTargets } from './page-targets.ts';
import { readRoutes } from './routes.ts';
import { createSend } from './send.ts';
import { socketTarget } from './socket-target.ts';
import type { Target } from './target.ts';
import { createVictim } from './victim.ts';

/** Creates the targets, and the victim: an account that no request may read or change. */
export async function createFuzzContext(stack: ProbedStack) {
  const { url, settings, database } = stack;
  const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as OpenApiDocument;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The package is CommonJS, and its types say otherwise.
  (addFormats as unknown as { default: typeof addFormats.default }).default(ajv);
  ajv.addSchema(document, 'document');

  const victim = await createVictim(stack);
  const send = createSend({
    url,
    origin: settings.PUBLIC_URL,
    webhookSecret: settings.RAZORPAY_WEBHOOK_SECRET,
    secrets: victim.secrets,
  });
  const routes = await readRoutes();
  const targets: Target[] = [
    ...endpointTargets(send, document, ajv),
    ...formTargets(send, routes),
    ...pageTargets(send, routes),
    socketTarget(url),
  ];
  return {
    targets,
    victim,
    /** Creates a new account to send requests from. */
    actor: async () => {
      const actor = await createActor(stack, 'actor');
      Object.assign(actor.names, victim.names);
      return actor;
    },
    database,
    onLongTurn: stack.onLongTurn,
    close: () => send.close(),
  };
}

export type FuzzContext = Awaited<ReturnType<typeof createFuzzContext>>;
