export function portFault(setting: string, port: number, host: string): Promise<string | null>;
export function freePort(): Promise<number>;
