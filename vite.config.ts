import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixOptions from './remix.config.js';

/** Below this many bytes a script costs more as a request of its own than as part of another. */
const smallScript = 20_000;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixOptions)],
  build: {
    target: 'es2022',
    sourcemap: false,
    rollupOptions: isSsrBuild ? {} : { output: { experimentalMinChunkSize: smallScript } },
  },
}));
