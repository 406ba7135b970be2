import { publishedDocument } from '#app/api/endpoints/get-openapi.server.ts';

// A separate program: loading the endpoints reads settings and opens connections.
process.stdout.write(`${new TextDecoder().decode(publishedDocument().bytes)}\n`, () =>
  process.exit(0),
);
