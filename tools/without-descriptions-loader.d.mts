/** The source of machines without what they say to people; every line stays where it is. */
export function withoutDescriptions(source: string, file: string): string;
