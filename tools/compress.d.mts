export function compressFolder(folder: string, options?: { quality?: number }): Promise<void>;
