import { closingText } from './stack/closing-text.ts';
import { runStack } from './stack/stack.ts';

const files = {
  web: 'server.ts',
  worker: 'worker/index.ts',
  sandbox: 'sandbox/index.ts',
  seed: 'prisma/seed.ts',
};

runStack({
  title: 'Dakiya in development: what you change is loaded at once',
  NODE_ENV: 'development',
  run: (name) =>
    name === 'seed'
      ? ['--import', 'tsx', files.seed]
      : ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', files[name]],
  closing: closingText,
});
