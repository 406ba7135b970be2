import { publishedDocument } from '#app/api/endpoints/get-openapi.server.ts';

// A program of its own: the endpoints read their settings, and begin to connect, when they are loaded.
process.stdout.write(`${new TextDecoder().decode(publishedDocument().bytes)}\n`, () =>
  process.exit(0),
);
