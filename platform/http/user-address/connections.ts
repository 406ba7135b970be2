import http from 'node:http';
import https from 'node:https';

/** How long a connection that nobody uses stays open, in milliseconds. */
const idleMs = 5_000;

/** Connections to one address of one user that are used again: each is made to an address that was checked. */
export type Connections = ReturnType<typeof openConnections>;

/** @param max how many at most */
export function openConnections(max: number) {
  const options = { keepAlive: true, maxSockets: max, maxFreeSockets: max, timeout: idleMs };
  const plain = new http.Agent(options);
  const secure = new https.Agent(options);
  return {
    agentFor: (isPlain: boolean): http.Agent => (isPlain ? plain : secure),
    close(): void {
      plain.destroy();
      secure.destroy();
    },
  };
}
