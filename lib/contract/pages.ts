/** Rows of a page of a list unless the request states a number (design §9). */
export const PAGE_ROWS = 50;

/** The largest number of rows that a request may ask for. */
export const MAX_PAGE_ROWS = 200;
