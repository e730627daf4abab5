import { useCallback, useMemo, useState } from "react";

/** The keys of the selected rows, in the order of selection. */
export type Selected = {
  keys: readonly string[];
  /** The row selected last: the start of a range. */
  anchor: string | null;
};

export const NONE_SELECTED: Selected = { keys: [], anchor: null };

/**
 * Selects or deselects a row; with `range`, selects all rows from the anchor to it, including rows that an update has
 * inserted, up to `most`.
 */
export function selectRow(
  { keys, anchor }: Selected,
  rows: readonly string[],
  key: string,
  range: boolean,
  most: number,
): Selected {
  const [from, to] = [rows.indexOf(anchor ?? key), rows.indexOf(key)];
  if (range && from !== -1 && to !== -1) {
    const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    return { keys: together(keys, from <= to ? between : between.toReversed(), most), anchor };
  }
  if (keys.includes(key)) return { keys: keys.filter((one) => one !== key), anchor: key };
  return { keys: together(keys, [key], most), anchor: key };
}

export const selectAll = ({ keys, anchor }: Selected, rows: readonly string[], most: number): Selected => ({
  keys: together(keys, rows, most),
  anchor,
});

const together = (keys: readonly string[], more: readonly string[], most: number): string[] =>
  [...new Set([...keys, ...more])].slice(0, most);

export type Selection = ReturnType<typeof useSelection>;

/**
 * The selected rows of a list, at most `most`. `list` identifies the request: another list starts without a selection,
 * so that no action affects invisible rows. A row that an update removes stays selected.
 */
export function useSelection(list: string, most: number) {
  const [state, setState] = useState({ list, selected: NONE_SELECTED });
  if (state.list !== list) setState({ list, selected: NONE_SELECTED });
  const { selected } = state;
  const change = useCallback(
    (next: (selected: Selected) => Selected) => setState(({ list, selected }) => ({ list, selected: next(selected) })),
    [],
  );
  const keys = useMemo(() => new Set(selected.keys), [selected.keys]);
  const select = useCallback(
    (rows: readonly string[], key: string, range: boolean) =>
      change((selected) => selectRow(selected, rows, key, range, most)),
    [change, most],
  );
  return {
    keys,
    most,
    select,
    selectAll: (rows: readonly string[]) => change((selected) => selectAll(selected, rows, most)),
    drop: (gone: readonly string[]) =>
      change(({ keys, anchor }) => ({ keys: keys.filter((key) => !gone.includes(key)), anchor })),
    clear: () => change(() => NONE_SELECTED),
  };
}
