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

/** What nearly all screens show: without a script of its own, it would be in that of one screen, which others would load. */
const inOneScript = (id: string) =>
  /\/(?:app\/dashboard\/screen-route|app\/components\/timestamp|domain\/shared\/format-moment)\.tsx?$/.test(
    id,
  )
    ? 'screen'
    : undefined;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixOptions), beginAtServer],
  build: {
    target: 'es2022',
    // Of the server alone: by them the stacks of errors name lines of the sources.
    sourcemap: isSsrBuild === true,
    rollupOptions: isSsrBuild
      ? {}
      : { output: { experimentalMinChunkSize: smallScript, manualChunks: inOneScript } },
  },
}));
