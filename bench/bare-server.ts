import { createServer } from 'node:http';

/** Returns the same body as `/healthz` without any other code: the upper limit of Node's HTTP. */
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"status":"ok"}');
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('listening\n'));
