import { createServer } from 'node:http';

let requests = 0;

/**
 * An HTTP server that returns the body of `/healthz` and does nothing else, which shows the upper limit of Node's HTTP
 * server. `/count` returns how many other requests it has received.
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
