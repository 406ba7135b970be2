import { spawnSync } from 'node:child_process';
import { installPackages } from '../services/install.ts';

/** The programs to try, in this order. The system's Python comes first, because apt-get installs packages for it. */
const programs = ['/usr/bin/python3', 'python3'];

/** The modules that the tests of the Python library import or run. */
const modules = ['httpx', 'anyio', 'pytest', 'mypy', 'hatchling', 'pip'];

const packages = [
  ...['python3', 'python3-httpx', 'python3-pytest', 'python3-mypy', 'mypy'],
  ...['python3-hatchling', 'python3-pip', 'python3-twilio'],
];

/**
 * Finds a Python for the tests of the Python library. If none has the required modules, installs Debian's Python and
 * its modules.
 *
 * @param log called with a line about the installation, if there is one
 * @returns the program's path; null if it is not installed and cannot be installed, so that its tests are skipped
 */
export async function findPython(log: (line: string) => void): Promise<string | null> {
  const there = programs.find(hasModules);
  if (there) return there;
  try {
    await installPackages(packages, log);
  } catch (error) {
    log(`${error instanceof Error ? error.message : error}`);
  }
  return programs.find(hasModules) ?? null;
}

function hasModules(program: string): boolean {
  return spawnSync(program, ['-c', `import ${modules.join(', ')}`]).status === 0;
}
