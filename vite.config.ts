import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixOptions from './remix.config.js';

export default defineConfig({
  plugins: [tailwindcss(), remix(remixOptions)],
  build: { target: 'es2022', sourcemap: false },
});
