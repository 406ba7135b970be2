import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { inherited } from '#scripts/environment.ts';

/** The variables of a request (RFC 3875, 4.1). */
function toVariables({ method = '', headers }: IncomingMessage, length: number) {
  const named = Object.entries(headers).map(([name, value]) => [
    `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
    String(value),
  ]);
  return {
    ...Object.fromEntries(named),
    GATEWAY_INTERFACE: 'CGI/1.1',
    REQUEST_METHOD: method,
    CONTENT_LENGTH: String(length),
    PATH: inherited.PATH ?? '',
  };
}

/**
 * A web server that runs a program for each request, like Apache with CGI.
 *
 * @param command the program and its arguments
 * @param onError gets the program's stderr
 */
export async function startCgiServer(
  port: number,
  [program = '', ...args]: string[],
  onError: (text: string) => void,
): Promise<{ stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const child = spawn(program, args, { env: toVariables(request, body.length) });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => onError(String(chunk)));
    child.stdin.on('error', () => undefined);
    child.stdin.end(body);
    await once(child, 'close');
    const [head = '', ...rest] = output.split('\r\n\r\n');
    const status = Number(/^Status: (\d{3})/m.exec(head)?.[1] ?? 500);
    response.writeHead(status).end(rest.join('\r\n\r\n'));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
