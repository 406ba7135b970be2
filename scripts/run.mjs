// The entry of every `npm run` command. It prepares the checkout and then runs scripts/<command>.ts. This file is plain
// JavaScript, because it runs before packages are installed.

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Dakiya needs Node 20.19 or newer; this is ${process.version}.\n`);
  process.exit(1);
}

// Imported after the version check, because an older Node would fail to load them with a less clear error.
const { fileURLToPath } = await import('node:url');
const { prepare } = await import('./bootstrap/prepare.mjs');
const { runScript } = await import('./bootstrap/run-script.mjs');

const root = fileURLToPath(new URL('..', import.meta.url));
const [command = '', ...given] = process.argv.slice(2);
// With --no-install, nothing is installed, and a missing package or program is an error.
const args = given.filter((arg) => arg !== '--no-install');
if (args.length < given.length) process.env.NO_INSTALL = '1';
await prepare(root, command);
process.exit(await runScript(root, command, args));
