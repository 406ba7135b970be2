import { buildCommandLine, buildNodeLibrary } from './packages/node.ts';
import { writeLibraryTypes } from './packages/types.ts';
import { supervise } from './stack/supervise.ts';
import { step } from './stack/terminal.ts';

/** npm run packages: generates the types of the libraries from the API, and builds the libraries into build/packages. */
supervise(async () => {
  await step('Writing the types of the libraries', writeLibraryTypes);
  await step('Building the libraries', () => Promise.all([buildNodeLibrary(), buildCommandLine()]));
  return 0;
});
