import { relative } from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import remixOptions from './remix.config.js';

/**
 * A script smaller than this, in bytes, is cheaper as part of another script than as a separate request.
 */
const smallScript = 2_000;

/**
 * Makes `server.ts`, which starts the web server, the entry of the server build instead of Remix's list of routes, so that
 * each module is loaded once. Remix overrides the configured input; this plugin runs later and overrides Remix.
 */
const beginAtServer: Plugin = {
  name: 'begin-at-server',
  config: (_, { isSsrBuild }) =>
    isSsrBuild ? { build: { rollupOptions: { input: 'server.ts' } } } : {},
};

/** Matches files of `domain` and `platform` that no browser may load: those without `.browser` in their names. */
const isServers = (file: string) => /^(?:domain|platform)\/(?!.*\.browser\.tsx?$)/.test(file);

/**
 * Fails the build of the browser's scripts if they import a file of the server. Remix has already removed each route's
 * loader and action with their imports.
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

/**
 * Scripts shared by many pages. Otherwise Rollup puts such a module into one page's script, which the others would load as a
 * whole. Only pages with forms need `zod` and `conform`.
 */
const shared: [string, RegExp][] = [
  [
    'react',
    /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run|turbo-stream)\//,
  ],
  ['zod', /\/node_modules\/zod\//],
  ['conform', /\/node_modules\/@conform-to\//],
  ['characters', /\/domain\/shared\/(?:characters|digits)\.browser\.ts$/],
  ['screen', /\/(?:app\/dashboard\/screen-route|app\/components\/timestamp)\.tsx?$/],
];

const findShared = (id: string) => shared.find(([, files]) => files.test(id))?.[0];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixOptions), beginAtServer, keepServersOut],
  build: {
    target: 'es2022',
    // Remix preloads the scripts of routes itself. The lists of the few other scripts would enlarge each screen.
    modulePreload: false,
    // Only for the server, where error stacks name lines of the sources.
    sourcemap: isSsrBuild === true,
    rollupOptions: isSsrBuild
      ? {}
      : { output: { experimentalMinChunkSize: smallScript, manualChunks: findShared } },
  },
}));
