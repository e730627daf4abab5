/** Rows of a page of a list unless the request states a number (design §9). */
export const PAGE_ROWS = 50;

/** The largest number of rows in a request. */
export const MAX_PAGE_ROWS = 200;

/** Exact, or 'at least' if counting all would cost more than the page itself. */
export type Counted = number | { at_least: number };

export const leastOf = (count: Counted): number => (typeof count === "number" ? count : count.at_least);

/**
 * Where a row stands among the rows of its list: a stretch of the list, then the values that order the rows of a stretch.
 * The stretches ascend; the values ascend or descend with the list.
 */
export type Place = [stretch: number, ...values: (number | string)[]];

/** A row of a list that also answers single rows. */
export type Placed = { verification_id: string; place: Place };

/** Of how many files a list answers the rows in one request. */
export const MAX_ROW_IDS = 50;

/**
 * A request for the rows that a list has of these files, as far as the list goes before the page of the cursor `until`. With
 * `total` the whole list is counted.
 */
export type RowsAsked = { ids: string[]; until: string | null; total: boolean };

/** The answer to it. The list is also counted where a file has no row. */
export type SomeRows<Row extends Placed> = { items: Row[]; total: Counted | null };
