import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = 'whsec_your_signing_secret';
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
const toleranceSeconds = 300;

function isFromDakiya(headers, body) {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= toleranceSeconds)) return false;

  const expected = createHmac('sha256', key)
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
  // There are several while a secret is being rotated: one must match.
  const signatures = (headers['webhook-signature'] ?? '').split(' ');
  return signatures.some((signature) => {
    const [version, value = ''] = signature.split(',');
    const given = Buffer.from(value, 'base64');
    return (
      version === 'v1' &&
      given.length === expected.length &&
      timingSafeEqual(given, expected)
    );
  });
}

async function receive(request, response) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // Events are far smaller. A stranger's body only fails the check below.
    if (size < 1_000_000) chunks.push(chunk);
  }
  // The bytes as they came: JSON that is parsed and written again differs.
  const body = Buffer.concat(chunks);
  if (!isFromDakiya(request.headers, body)) {
    response.writeHead(400).end();
    return;
  }
  const { type, data } = JSON.parse(body);
  // An event may come twice. Keep the ids that you have handled.
  console.log(request.headers['webhook-id'], type, data.status ?? '');
  response.writeHead(204).end();
}

createServer((request, response) => {
  receive(request, response).catch((error) => {
    console.error('Not received:', error.message);
    response.destroy();
  });
}).listen(8080);
