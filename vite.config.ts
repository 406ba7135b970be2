import { relative } from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import remixOptions from './remix.config.js';

/** Below this many bytes a script costs more as a request of its own than as part of another. */
const smallScript = 12_000;

/**
 * The server build begins at `server.ts`, which starts the web, and not at Remix's own list of the routes: so that
 * each module is in the process once. Remix sets the input over what the configuration says; a plugin after it wins.
 */
const beginAtServer: Plugin = {
  name: 'begin-at-server',
  config: (_, { isSsrBuild }) =>
    isSsrBuild ? { build: { rollupOptions: { input: 'server.ts' } } } : {},
};

/** A file of `domain` or `platform` that no browser may load: all but those with `.browser` in their names. */
const isServers = (file: string) => /^(?:domain|platform)\/(?!.*\.browser\.tsx?$)/.test(file);

/**
 * Fails the build of the browser's scripts if a file of the server gets into them. Remix has cut a route's loader and
 * action, with what they import, off by then.
 */
const keepServersOut: Plugin = {
  name: 'keep-servers-out',
  enforce: 'pre',
  async resolveId(source, importer, { ssr }) {
    if (ssr || !importer || !/^[.#]/.test(source)) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    const file = found && relative(import.meta.dirname, found.id);
    if (!file || !isServers(file)) return found;
    return this.error(
      `${relative(import.meta.dirname, importer)} would bring ${file} to browsers: import it in a loader or a .server file alone, or put .browser into its name if a browser may load it.`,
    );
  },
};

/** What nearly all screens show: without a script of its own, it would be in that of one screen, which others would load. */
const inOneScript = (id: string) =>
  /\/(?:app\/dashboard\/screen-route|app\/components\/timestamp|domain\/shared\/format-moment\.browser)\.tsx?$/.test(
    id,
  )
    ? 'screen'
    : undefined;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixOptions), beginAtServer, keepServersOut],
  build: {
    target: 'es2022',
    // Of the server alone: by them the stacks of errors name lines of the sources.
    sourcemap: isSsrBuild === true,
    rollupOptions: isSsrBuild
      ? {}
      : { output: { experimentalMinChunkSize: smallScript, manualChunks: inOneScript } },
  },
}));
