/** Names of tenant and cluster, for the sign-in page of the next visit. */
export const lastPlace = {
  read: (): string => localStorage.getItem('ds.place') ?? '',
  write: (place: string): void => localStorage.setItem('ds.place', place),
};
