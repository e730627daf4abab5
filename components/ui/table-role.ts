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
