import { publishedDocument } from '#app/api/endpoints/get-openapi.server.ts';

// A separate program: loading the endpoints reads settings and opens connections.
const { bytes } = await publishedDocument();
process.stdout.write(`${new TextDecoder().decode(bytes)}\n`, () => process.exit(0));
