import { once } from 'node:events';
import { createServer } from 'node:net';

/** The ports of a demo, by the settings that move them. */
const usualPorts = { PORT: 3000, SANDBOX_PORT: 4000, SMPP_PORT: 2775, SANDBOX_SMTP_PORT: 2525 };

/**
 * Why a port cannot be had, in one sentence; null if it can.
 *
 * The wildcard is tried as well as the host: a program on another loopback address would answer
 * for `localhost` in our place.
 *
 * @param {string} setting the variable that moves us to another port
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | null>}
 */
export async function portFault(setting, port, host) {
  for (const address of [host, undefined]) {
    try {
      await listenBriefly(port, address);
    } catch (error) {
      return error.code === 'EADDRINUSE'
        ? `Port ${port} is taken by another program: stop it, or set ${setting} to another port.`
        : `Port ${port} cannot be used (${error.message}): set ${setting} to another port.`;
    }
  }
  return null;
}

/**
 * The fault of the first of our ports that cannot be had, before the settings can be parsed
 * properly, for want of packages: so that nobody waits for an installation only to be told so.
 *
 * @returns {Promise<string | null>}
 */
export async function settingsPortFault() {
  const { HOST = '127.0.0.1', ...given } = process.env;
  for (const [setting, usual] of Object.entries(usualPorts)) {
    const fault = await portFault(setting, Number(given[setting] ?? usual), HOST);
    if (fault) return fault;
  }
  return null;
}

/**
 * Puts a free port into the environment for each of ours that is set to 0, before anything reads it: the
 * programs must know each other's.
 */
export async function chooseFreePorts() {
  for (const setting of Object.keys(usualPorts)) {
    if (process.env[setting] === '0') process.env[setting] = String(await freePort());
  }
}

/**
 * A loopback port that nothing listens on.
 *
 * @returns {Promise<number>}
 */
export function freePort() {
  return listenBriefly(0, '127.0.0.1');
}

/** Gives the port, or throws the system's error, such as EADDRINUSE. */
async function listenBriefly(port, host) {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  const { port: got } = server.address();
  server.close();
  await once(server, 'close');
  return got;
}
