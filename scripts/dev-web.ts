import type { RequestListener } from 'node:http';
import { createServer } from 'vite';

/**
 * The web in development. All of it is loaded by Vite: what changes in `app` or `domain` is there at the next
 * request. `scripts/dev.ts` starts it anew when `server.ts`, `server` or `platform` change, which own connections.
 */
const vite = await createServer({ server: { middlewareMode: true } });

const answer: RequestListener = (request, response) => {
  vite.middlewares(request, response, async () => {
    try {
      const { listener } = await vite.ssrLoadModule('/server/listener.ts');
      listener(request, response);
    } catch (error) {
      const cause = error as Error;
      vite.ssrFixStacktrace(cause);
      vite.config.logger.error(cause.stack ?? cause.message, { error: cause });
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(cause.stack);
    }
  });
};

const { startWeb } = await vite.ssrLoadModule('/server.ts');
await startWeb(answer);
