/** Rows of a page of a list unless the request states a number (design §9). */
export const PAGE_ROWS = 50;

/** The largest number of rows in a request. */
export const MAX_PAGE_ROWS = 200;

/** Exact, or 'at least' if counting all would cost more than the page itself. */
export type ListCount = number | { at_least: number };

export const lowerBoundOf = (count: ListCount): number => (typeof count === "number" ? count : count.at_least);

/** The largest cursor of a page, in code units. */
export const MAX_CURSOR = 4_000;

/**
 * The position of a row in its list: a section of the list, then the values that order the rows of a section. The
 * sections ascend; the values ascend or descend with the list.
 */
export type RowPosition = [stretch: number, ...values: (number | string)[]];

/** A row of a list that also answers single rows. */
export type PositionedRow = { verification_id: string; place: RowPosition };

/** Maximal number of files in a request for rows (`RowsRequest`). */
export const MAX_ROW_IDS = 50;

/**
 * A request for the rows of these files in a list, up to the page of the cursor `until`. With `total`, the whole list is
 * counted.
 */
export type RowsRequest = { ids: string[]; until: string | null; total: boolean };

/** The answer to `RowsRequest`. The list is also counted if one of the files has no row. */
export type RequestedRows<Row extends PositionedRow> = { items: Row[]; total: ListCount | null };
