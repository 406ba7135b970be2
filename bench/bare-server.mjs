import { createServer } from 'node:http';

let requests = 0;

/**
 * Returns the same body as `/healthz` without any other code: the upper limit of Node's HTTP. At `/count` it says how
 * many other requests have come.
 */
const server = createServer((request, response) => {
  if (request.url === '/count') {
    response.end(String(requests));
    return;
  }
  requests += 1;
  response.setHeader('content-type', 'application/json');
  response.end('{"status":"ok"}');
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('listening\n'));
