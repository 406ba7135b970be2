import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { endProcess, identify } from '../services/processes.ts';

const schema = z.array(z.object({ name: z.string(), pid: z.number(), identity: z.string() }));

type Process = z.infer<typeof schema>[number];

/**
 * The list of the processes that use a data directory, in a file next to the data. If the script that started
 * them is killed, the next start ends the processes it left behind.
 */
export class ProcessRegistry {
  readonly #file: string;
  #processes: Process[] = [];

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true });
    this.#file = join(dataDir, 'running.json');
  }

  /** The process ID of the script that uses this directory; null if there is none. */
  holder(): number | null {
    const [first] = this.#read();
    return first && identify(first.pid) === first.identity ? first.pid : null;
  }

  /**
   * Ends the processes that a killed script left behind, and registers this script.
   *
   * @throws Error if another script uses this directory
   */
  async take(): Promise<void> {
    const holder = this.holder();
    if (holder)
      throw new Error(
        `Process ${holder} is already using this DATA_DIR. Stop it, or set another DATA_DIR.`,
      );
    await Promise.all(this.#read().map(({ pid, identity }) => endProcess(pid, identity)));
    this.#processes = [];
    this.add('script', process.pid);
  }

  /** Adds a process. */
  add(name: string, pid: number): void {
    const identity = identify(pid);
    if (identity) this.#processes.push({ name, pid, identity });
    writeFileSync(this.#file, JSON.stringify(this.#processes, null, 2));
  }

  /** Called when no process is running any longer. */
  clear(): void {
    rmSync(this.#file, { force: true });
  }

  #read(): Process[] {
    return existsSync(this.#file) ? schema.parse(JSON.parse(readFileSync(this.#file, 'utf8'))) : [];
  }
}
