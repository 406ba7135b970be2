import { testLibrary } from '../support/library-contract.ts';
import { testPython } from '../support/python-library.ts';

await testPython(testLibrary);
