import { createServer } from 'node:http';

let requests = 0;

/**
 * Returns the same body as `/healthz` without any other code, which shows the upper limit of Node's HTTP server. `/count`
 * returns how many other requests it has got.
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
