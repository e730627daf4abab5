/**
 * Classes of a table of several numbers: on a phone those of a row stand below its name, each with the title of its column
 * (`data-label`). The parts have their roles as attributes, which a block would lose.
 */
export const STACKED = {
  table: "max-sm:block",
  head: "max-sm:hidden",
  row: "max-sm:block max-sm:pb-1",
  name: "max-sm:block",
  cell: "max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:px-0 max-sm:py-0.5 max-sm:before:text-muted-foreground max-sm:before:text-xs max-sm:before:content-[attr(data-label)]",
};
