/** Rows of a page of a list unless the request states a number (design §9). */
export const PAGE_ROWS = 50;

/** The largest number of rows that a request may ask for. */
export const MAX_PAGE_ROWS = 200;

/** Exact, or 'at least' where counting all would cost more than the page that shows it. */
export type Counted = number | { at_least: number };

export const leastOf = (count: Counted): number => (typeof count === "number" ? count : count.at_least);
