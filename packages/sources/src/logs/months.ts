const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The number of a month as logs write it, whatever their language; 0 for what is none. */
export const monthOf = (name: string): number => MONTHS.indexOf(name) + 1;
