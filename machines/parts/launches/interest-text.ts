/** A typed interest: its id, then its name. */
const INTEREST = /^(\d{1,20})\s+(.+)$/;

export const parseInterest = (text: string): { id: string; name: string } | undefined => {
  const [, id, name] = INTEREST.exec(text.trim()) ?? [];
  return id === undefined || name === undefined ? undefined : { id, name: name.trim() };
};

export const toInterestText = ({ id, name }: { id: string; name: string }): string => `${id} ${name}`;
