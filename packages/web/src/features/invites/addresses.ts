const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** Whether a text is written like an e-mail address. */
export const isAddress = (text: string): boolean => ADDRESS.test(text.trim());

/** The addresses of a pasted list and what is left of it: `a@x.org, b@x.org and c` leaves `and c`. */
export function splitAddresses(text: string): { readonly addresses: readonly string[]; readonly rest: string } {
  const parts = text.split(/[\s,;<>]+/).filter((part) => part !== '');
  const addresses = [...new Set(parts.filter(isAddress))];
  return { addresses, rest: parts.filter((part) => !isAddress(part)).join(' ') };
}
