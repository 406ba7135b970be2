import type { RequestListener } from 'node:http';
import { createServer } from 'vite';

/**
 * The web server in development. Vite loads its code, so a change in `app` or `domain` takes effect with the next request.
 * After a change in `server.ts`, `server` or `platform`, `scripts/dev.ts` restarts this process, because those modules own
 * connections.
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
