import { testLibrary } from '../support/library-contract.ts';
import { nodeLibrary } from '../support/node-library.ts';

await testLibrary(nodeLibrary);
