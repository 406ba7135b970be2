import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express, { type Router } from 'express';

const families = {
  inter: '@fontsource-variable/inter',
  'jetbrains-mono': '@fontsource-variable/jetbrains-mono',
  'noto-sans-devanagari': '@fontsource-variable/noto-sans-devanagari',
} as const;

const require = createRequire(import.meta.url);

/** Serves the font files straight from their packages, under `/fonts/<family>/`. */
export function fontRoutes(): Router {
  const router = express.Router();
  for (const [family, name] of Object.entries(families)) {
    const files = join(dirname(require.resolve(`${name}/package.json`)), 'files');
    router.use(`/fonts/${family}`, express.static(files, { maxAge: '1d', index: false }));
  }
  return router;
}
