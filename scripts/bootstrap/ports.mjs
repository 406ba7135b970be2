import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The default ports of a demo by the settings that change them. */
const usualPorts = { PORT: 3000, SANDBOX_PORT: 4000, SMPP_PORT: 2775, SANDBOX_SMTP_PORT: 2525 };

/**
 * Checks whether a port is free.
 *
 * The wildcard address is tried as well as the host: a program on another loopback address would answer for
 * `localhost` instead of us.
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
 * Checks our ports before the installation of packages, without which the settings cannot be parsed completely, so that a
 * user sees this error without waiting for the installation.
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
 * Replaces each of our ports that is set to 0 by a free one in the environment, before anything reads it: the
 * programs need each other's ports.
 */
export async function chooseFreePorts() {
  for (const setting of Object.keys(usualPorts)) {
    if (process.env[setting] === '0') process.env[setting] = String(await freePort());
  }
}

/**
 * A free loopback port. It lies below the ports that systems give to outgoing connections (from 32,768 on Linux, from
 * 49,152 elsewhere): otherwise a connection could take it before its server listens or during a restart.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(10_000, 32_768);
    if (!(await checkPort('', port, '127.0.0.1'))) return port;
  }
}

/** Throws the system's error, such as EADDRINUSE. */
async function listenBriefly(port, host) {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
