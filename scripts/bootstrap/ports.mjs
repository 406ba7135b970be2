import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The default ports of a demo, by the name of the setting. */
const usualPorts = { PORT: 3000, SANDBOX_PORT: 4000, SMPP_PORT: 2775, SANDBOX_SMTP_PORT: 2525 };

/**
 * Checks whether a port is free.
 *
 * Also tries the wildcard address, because a program on another loopback address would answer requests to `localhost`
 * instead of us.
 *
 * @param {string} setting the variable that sets the port
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | null>} one sentence with the problem; null if the port is free
 */
export async function checkPort(setting, port, host) {
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
 * Checks our ports before packages are installed, so that a user sees this error without waiting for the installation. Reads
 * the settings directly, because parsing them completely needs the packages.
 *
 * @returns {Promise<string | null>} the problem of the first port that is not free
 */
export async function checkConfiguredPorts() {
  const { HOST = '127.0.0.1', ...given } = process.env;
  for (const [setting, usual] of Object.entries(usualPorts)) {
    const fault = await checkPort(setting, Number(given[setting] ?? usual), HOST);
    if (fault) return fault;
  }
  return null;
}

/**
 * Sets each of our ports that is 0 to a free port in the environment. Runs before any program reads it, because programs
 * need each other's ports.
 */
export async function chooseFreePorts() {
  for (const setting of Object.keys(usualPorts)) {
    if (process.env[setting] === '0') process.env[setting] = String(await freePort());
  }
}

/**
 * Finds a free loopback port below the range for outgoing connections (from 32,768 on Linux, 49,152 elsewhere). Otherwise an
 * outgoing connection could take the port before our server listens, or while it restarts.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(10_000, 32_768);
    if (!(await checkPort('', port, '127.0.0.1'))) return port;
  }
}

/** Listens on a port for a moment. Throws the system's error, such as EADDRINUSE, if the port is not free. */
async function listenBriefly(port, host) {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
