import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { SignatureError, unwrapWebhook } from 'dakiya';

const secret = 'whsec_your_signing_secret';

createServer(async (request, response) => {
  try {
    // The text as it came: JSON that is parsed and written again differs.
    const body = await text(request);
    const event = await unwrapWebhook(body, request.headers, secret);
    // An event may come twice. Keep the ids that you have handled.
    console.log(event.id, event.type);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof SignatureError ? 400 : 500).end();
  }
}).listen(8080);
