import { publishedDocument } from '#app/api/openapi.server.ts';
import { configure } from '#platform/settings.ts';

// A separate program, because the document contains the installation's address, and loading the endpoints takes a while.
configure(process.env);
const { bytes } = await publishedDocument();
process.stdout.write(`${new TextDecoder().decode(bytes)}\n`, () => process.exit(0));
