/** What the geometries of lists have in common. */

/** What belongs to the filter before fades, but only when the answer takes long enough to be noticed. */
export const OUTDATED = "opacity-60 transition-opacity delay-100 duration-100";

/**
 * Said aloud in the DOM: a table that styles lay out as grid or block loses its meaning in some browsers, and a linter
 * that sees the attribute takes it for a repetition.
 */
export const ROLE = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

/** A row of a list of any length: its index places it, and the header is the first of the table's rows. */
export const placedRow = (index: number) => ({
  ...ROLE.row,
  "aria-rowindex": index + 2,
  "data-row": index,
  style: { top: `calc(var(--row) * ${index})` },
});

export const PLACED_ROW = "absolute inset-x-0 scroll-mt-16 scroll-mb-4 border-border border-b hover:bg-muted/60";

/** The link of a row (`data-row-link`), stretched over all of it. */
export const ROW_LINK =
  "after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:-outline-offset-2";
