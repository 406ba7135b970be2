export function checkPort(setting: string, port: number, host: string): Promise<string | null>;
export function chooseFreePorts(): Promise<void>;
export function freePort(): Promise<number>;
